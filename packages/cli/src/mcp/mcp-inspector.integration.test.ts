import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { devAccounts } from "@agent-registry/testkit";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { inspectMcp } from "../testing/inspect-mcp.ts";
import { READING, WRITING } from "../testing/mcp-tools.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

test("the protocol's own inspector lists, reads and writes", async () => {
  const privateKey = generatePrivateKey();
  const wallet = privateKeyToAccount(privateKey).address;
  const ask = (...args: string[]) => inspectMcp({ folder: stack.folder, privateKey, args });
  const { tools } = await ask("--method", "tools/list");
  assert.equal(tools.length, READING.length + WRITING.length);
  const question = ["--tool-name", "check_wallet", "--tool-arg", `wallet=${wallet}`];
  const checked = await ask("--method", "tools/call", ...question);
  assert.equal(checked.structuredContent.verdict, "not-registered");

  const person = `haftungsperson=${devAccounts.haftungsperson.address}`;
  const scope = "operationalScope=Seen by the inspector";
  const register = ["--tool-name", "register_agent", "--tool-arg", person, "--tool-arg", scope];
  const { agentId } = (await ask("--method", "tools/call", ...register)).structuredContent;
  const uri = `agent-registry://agent/${agentId}`;
  const { resources } = await ask("--method", "resources/list");
  assert.equal(resources[0].uri, uri);
  const { contents } = await ask("--method", "resources/read", "--uri", uri);
  assert.match(contents[0].text, /Seen by the inspector/);
});
