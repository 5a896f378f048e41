import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { cliPath } from "../testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

async function connect({ env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {}) {
  const cwd = mkdtempSync(path.join(stack.folder, "mcp-"));
  const client = new Client({ name: "test", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliPath, "mcp", ...args],
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
  });
  await client.connect(transport);
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: input })) as CallToolResult;
  return { client, call };
}

const READING = ["check_wallet", "get_agent", "get_filings", "get_lineage", "list_agents"];
const WRITING = ["attest_compliance", "register_agent", "report_revenue"];

test("the tools only read without a key", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), READING);
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  await client.close();
});

test("the tools only read with a key and --read-only", async () => {
  const { client } = await connect({
    env: { AGENT_PRIVATE_KEY: generatePrivateKey() },
    args: ["--read-only"],
  });
  assert.deepEqual((await client.listTools()).tools.map(({ name }) => name).sort(), READING);
  await client.close();
});

test("a model with a key registers, attests, reports and finds it all in the register", async () => {
  const privateKey = generatePrivateKey();
  const wallet = privateKeyToAccount(privateKey).address;
  const { client, call } = await connect({ env: { AGENT_PRIVATE_KEY: privateKey } });
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), [...READING, ...WRITING].sort());

  const before = await call("check_wallet", { wallet });
  assert.equal(before.structuredContent?.verdict, "not-registered");

  const registered = await call("register_agent", {
    haftungsperson: devAccounts.haftungsperson.address,
    operationalScope: "Registered by a model",
    constitution: "Be honest.",
    capabilities: ["talk"],
  });
  assert.equal(registered.isError, undefined);
  const agentId = registered.structuredContent?.agentId as number;
  assert.equal((await call("check_wallet", { wallet })).structuredContent?.verdict, "compliant");

  assert.equal((await call("attest_compliance", {})).structuredContent?.agentId, agentId);
  const report = { amount: 1250, currency: "EUR", category: "research" };
  const reported = await call("report_revenue", {
    ...report,
    periodStart: "2026-01-01",
    periodEnd: "2026-01-31T23:59:59Z",
  });
  assert.equal(reported.isError, undefined);

  const kinds = async () => {
    const { data } = ((await call("get_filings", { agentId })).structuredContent ?? { data: [] }) as {
      data: { kind: string }[];
    };
    return data?.map(({ kind }) => kind) ?? [];
  };
  await waitUntil(async () => (await kinds()).includes("revenue-reported"), "the API has indexed the report");
  assert.deepEqual(await kinds(), ["revenue-reported", "attested", "registered"]);

  const record = (await call("get_agent", { agentId })).structuredContent as {
    consents: { wallet: boolean };
  };
  assert.equal(record.consents.wallet, true);
  assert.equal((await call("get_lineage", { agentId })).structuredContent?.agentId, agentId);
  assert.equal((await call("list_agents", { search: "by a model" })).structuredContent?.total, 1);
  await client.close();
});

test("a tool's error is a sentence with its reason", async () => {
  const { client, call } = await connect({ env: { AGENT_PRIVATE_KEY: generatePrivateKey() } });
  const textOf = (result: CallToolResult) => (result.content[0] as { text: string }).text;

  const unknown = await call("get_agent", { agentId: 987654 });
  assert.equal(unknown.isError, true);
  assert.match(textOf(unknown), /Agent not found.*\(agent-not-found\)/);
  const unregistered = await call("attest_compliance", {});
  assert.match(textOf(unregistered), /No agent is registered for the wallet.*\(unknown-wallet\)/);
  const nobody = await call("register_agent", { operationalScope: "Nobody answers" });
  assert.match(textOf(nobody), /Haftungsperson required/);
  const malformed = await call("check_wallet", { wallet: "me" });
  assert.match(textOf(malformed), /not a valid address/);
  await client.close();
});
