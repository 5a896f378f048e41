import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { sealKeystore } from "@agent-registry/protocol/keystore";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { connectModel, newModel, textOf } from "../testing/connect-model.ts";
import { READING, WRITING } from "../testing/mcp-tools.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

test("the tools only read without a key", async () => {
  const { client } = await connectModel({ folder: stack.folder });
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), READING);
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  await client.close();
});

test("the tools only read with a key and --read-only", async () => {
  const { client } = await connectModel({
    folder: stack.folder,
    env: { AGENT_PRIVATE_KEY: generatePrivateKey() },
    args: ["--read-only"],
  });
  assert.deepEqual((await client.listTools()).tools.map(({ name }) => name).sort(), READING);
  await client.close();
});

test("a model with a key registers, attests, reports and finds it all in the register", async () => {
  const privateKey = generatePrivateKey();
  const wallet = privateKeyToAccount(privateKey).address;
  const { client, call } = await connectModel({
    folder: stack.folder,
    env: { AGENT_PRIVATE_KEY: privateKey },
  });
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
  const { client, call, address } = await newModel(stack.folder);
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

test("a tool's error is a sentence with its reason; the key may be encrypted", async () => {
  const folder = mkdtempSync(path.join(stack.folder, "encrypted-"));
  const env = {
    AGENT_KEY_FILE: path.join(folder, "agent.key"),
    AGENT_KEY_PASSWORD_FILE: path.join(folder, "password"),
  };
  const sealed = await sealKeystore({ privateKey: generatePrivateKey(), password: "of a model", n: 1024 });
  writeFileSync(env.AGENT_KEY_FILE, sealed, { mode: 0o600 });
  writeFileSync(env.AGENT_KEY_PASSWORD_FILE, "of a model\n", { mode: 0o600 });
  const { client, call } = await connectModel({ folder: stack.folder, env });

  const unknown = await call("get_agent", { agentId: 987654 });
  assert.equal(unknown.isError, true);
  assert.match(textOf(unknown), /Agent not found.*\(agent-not-found\)/);
  const unregistered = await call("attest_compliance", {});
  assert.match(textOf(unregistered), /No agent is registered for the wallet.*\(unknown-wallet\)/);
  const silent = await call("register_agent", {
    operationalScope: " ",
    haftungsperson: devAccounts.haftungsperson.address,
  });
  assert.equal(silent.isError, true);
  assert.match(textOf(silent), /The operational scope is empty.*\(invalid-input\)/);
  const nobody = await call("register_agent", { operationalScope: "Nobody answers" });
  assert.match(textOf(nobody), /Haftungsperson required/);
  const malformed = await call("check_wallet", { wallet: "me" });
  assert.match(textOf(malformed), /not a valid address/);
  await client.close();
});
