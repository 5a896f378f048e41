import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { sealKeystore } from "@agent-registry/protocol/keystore";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { bytesToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { inspectMcp } from "../testing/inspect-mcp.ts";
import { cliPath } from "../testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

type Result = CallToolResult & { structuredContent?: Record<string, unknown> };

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
    (await client.callTool({ name, arguments: input })) as Result;
  return { client, call };
}

const READING = [
  "check_wallet",
  "check_wallet_at",
  "get_agent",
  "get_filings",
  "get_lineage",
  "list_agents",
  "prove_wallet",
];
const WRITING = [
  "accept_haftungsperson",
  "attest_all",
  "attest_compliance",
  "cancel_requests",
  "confirm_record",
  "decline_record",
  "propose_haftungsperson",
  "register_agent",
  "release_wallet",
  "report_revenue",
  "terminate_agent",
  "update_record",
];

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
    consents: { wallet: string; haftungsperson: string };
  };
  assert.equal(record.consents.wallet, "agreed");
  assert.equal(record.consents.haftungsperson, "none");
  assert.equal((await call("get_lineage", { agentId })).structuredContent?.agentId, agentId);
  assert.equal((await call("list_agents", { search: "by a model" })).structuredContent?.total, 1);
  assert.deepEqual((await call("attest_all", {})).structuredContent?.agentIds, [agentId]);
  await client.close();
});

type Content = { mimeType?: string; text: string };

test("a model reads an extract, looks back, checks a proof, files anew and ends its agent", async () => {
  const { client, call, address } = await newModel();
  const entry = { haftungsperson: devAccounts.haftungsperson.address, operationalScope: "Ends early" };
  const agentId = (await call("register_agent", entry)).structuredContent?.agentId as number;
  const uri = `agent-registry://agent/${agentId}`;

  assert.deepEqual(
    (await client.listResources()).resources.map((resource) => resource.uri),
    [uri],
  );
  const [text, json] = (await client.readResource({ uri })).contents as Content[];
  assert.match(text?.text ?? "", /^Agent \d+\n.*status +Active\n/);
  assert.equal(JSON.parse(json?.text ?? "").consents.wallet, "agreed");
  assert.deepEqual([text?.mimeType, json?.mimeType], ["text/plain", "application/json"]);
  await assert.rejects(client.readResource({ uri: "agent-registry://agent/987654" }), /Agent not found/);
  await assert.rejects(client.readResource({ uri: "agent-registry://agent/me" }), /whole number/);

  const proven = await call("prove_wallet", { wallet: address, maxAgeSeconds: 86_400 });
  assert.equal(proven.structuredContent?.verdict, "compliant", textOf(proven));
  assert.equal(proven.structuredContent?.proof, undefined);

  assert.match(textOf(await call("update_record", {})), /Nothing to update/);
  const updated = await call("update_record", { constitution: "Be brief.", capabilities: ["talk"] });
  assert.deepEqual(Object.keys(updated.structuredContent ?? {}), ["agentId", "constitution", "capabilities"]);
  const ended = await call("terminate_agent", { agentId });
  assert.equal(ended.structuredContent?.status, "Terminated");

  const { capabilities } = updated.structuredContent as { capabilities: { blockNumber: number } };
  const at = () => call("check_wallet_at", { wallet: address, block: capabilities.blockNumber });
  await waitUntil(async () => (await at()).isError !== true, "the API has indexed the update");
  assert.equal((await at()).structuredContent?.verdict, "compliant");
  assert.equal((await call("check_wallet", { wallet: address })).structuredContent?.reason, "terminated");
  assert.match(textOf(await call("check_wallet_at", { wallet: address })), /either time or block/);
  await client.close();
});

const textOf = (result: CallToolResult) => (result.content[0] as { text: string }).text;

/** A model with a key of its own. */
async function newModel() {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  return { address, ...(await connect({ env: { AGENT_PRIVATE_KEY: privateKey } })) };
}

test("models agree to what they looked at, hand over, refuse and free a wallet", async () => {
  const [intruder, owner, person] = await Promise.all([newModel(), newModel(), newModel()]);
  const enter = async (from: typeof owner, input: object) => {
    const entry = { haftungsperson: person.address, operationalScope: "Among models", ...input };
    const result = await from.call("register_agent", entry);
    assert.equal(result.isError, undefined, textOf(result));
    return result.structuredContent?.agentId as number;
  };
  const agentId = await enter(intruder, { agentWallet: owner.address });

  const attested = await owner.call("attest_compliance", {});
  assert.equal(attested.isError, true);
  assert.match(textOf(attested), new RegExp(`was entered by ${intruder.address} at .*never agreed`));
  const verdict = (await person.call("check_wallet", { wallet: owner.address })).structuredContent;
  assert.deepEqual(verdict?.consents, { wallet: false, haftungsperson: false, parent: true });
  assert.deepEqual(verdict?.refusals, { haftungsperson: false, parent: false });

  const stranger = await intruder.call("decline_record", { agentId });
  assert.match(textOf(stranger), /has no part in agent/);
  const declined = await owner.call("decline_record", { agentId });
  assert.equal(declined.structuredContent?.status, "Terminated");

  const own = await enter(owner, {});
  const record = (await person.call("get_agent", { agentId: own })).structuredContent as {
    consents: { recordHash: string };
  };
  const { recordHash } = record.consents;
  const other = await person.call("confirm_record", { agentId: own, recordHash: `0x${"1".repeat(64)}` });
  assert.match(textOf(other), /Record changed.*\(record-changed\)/);
  const agreed = await person.call("confirm_record", { agentId: own, recordHash });
  const { consents } = agreed.structuredContent as { consents: { haftungsperson: string } };
  assert.equal(consents.haftungsperson, "agreed");
  const again = await person.call("confirm_record", { agentId: own, recordHash });
  assert.match(textOf(again), /You have agreed to agent \d+ as its Haftungsperson already/);

  assert.match(textOf(await intruder.call("accept_haftungsperson", { agentId: own })), /Nobody is proposed/);
  await person.call("propose_haftungsperson", { agentId: own, haftungsperson: intruder.address });
  const accepted = await intruder.call("accept_haftungsperson", { agentId: own });
  assert.equal(accepted.structuredContent?.status, "Active");
  const none = await owner.call("propose_haftungsperson", { agentId: own, haftungsperson: intruder.address });
  assert.match(textOf(none), /Already the Haftungsperson/);

  assert.equal((await owner.call("cancel_requests", {})).isError, undefined);
  const release = await owner.call("release_wallet", { agentId: own });
  assert.match(textOf(release), /Only regulator.*\(only-regulator\)/);
  for (const { client } of [intruder, owner, person]) await client.close();
});

test("a regulator's model releases a wallet", async () => {
  const [intruder, owner] = await Promise.all([newModel(), newModel()]);
  const key = bytesToHex(devAccounts.owner.getHdKey().privateKey ?? new Uint8Array());
  const regulator = await connect({ env: { AGENT_PRIVATE_KEY: key } });
  const entry = {
    haftungsperson: intruder.address,
    operationalScope: "Intruder",
    agentWallet: owner.address,
  };
  const { structuredContent } = await intruder.call("register_agent", entry);
  const released = await regulator.call("release_wallet", { agentId: structuredContent?.agentId });
  assert.equal(released.structuredContent?.status, "Terminated");
  for (const { client } of [intruder, owner, regulator]) await client.close();
});

test("a tool's error is a sentence with its reason; the key may be encrypted", async () => {
  const folder = mkdtempSync(path.join(stack.folder, "encrypted-"));
  const env = {
    AGENT_KEY_FILE: path.join(folder, "agent.key"),
    AGENT_KEY_PASSWORD_FILE: path.join(folder, "password"),
  };
  const sealed = await sealKeystore({ privateKey: generatePrivateKey(), password: "of a model", n: 1024 });
  writeFileSync(env.AGENT_KEY_FILE, sealed, { mode: 0o600 });
  writeFileSync(env.AGENT_KEY_PASSWORD_FILE, "of a model\n", { mode: 0o600 });
  const { client, call } = await connect({ env });

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
