import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import type { Registration } from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { devAccounts, startFaultyRpc, waitUntil } from "@agent-registry/testkit";
import { newPerson, runCli, runHere } from "../testing/run-cli.ts";
import type { Check } from "./checks.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

async function examine(settings: object, flags: string[] = []) {
  const cwd = mkdtempSync(path.join(stack.folder, "doctor-"));
  mkdirSync(path.join(cwd, ".local"));
  writeFileSync(path.join(cwd, ".local", "stack.json"), JSON.stringify({ ...stack.settings, ...settings }));
  const { code, stdout } = await runHere(["doctor", "--json", ...flags], { cwd });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, checks: Object.fromEntries(checks.map(({ name, ...rest }) => [name, rest])) };
}

test("doctor passes a healthy register; a missing key is only a warning", async () => {
  let found = await examine({});
  await waitUntil(async () => {
    found = await examine({});
    return found.checks["query API"]?.state === "ok";
  }, "the API has caught up");
  assert.equal(found.code, 0);
  assert.equal(found.checks.key?.state, "warning");
  for (const name of ["chain", "registry", "forwarder", "relayer"])
    assert.equal(found.checks[name]?.state, "ok", name);
});

test("doctor without --json reports in words", async () => {
  const { stdout } = await runCli(["doctor"], { cwd: stack.folder });
  assert.match(stdout, /Nothing is wrong\.\n$/);
});

test("doctor tells the owner of a key that somebody else entered its wallet, and who has yet to agree", async () => {
  const [intruder, owner] = await Promise.all([newPerson(stack.folder), newPerson(stack.folder)]);
  const look = async () => (await examine({}, ["--key-file", owner.keyFile])).checks.key;
  const { agentId } = await intruder.runJson<Registration>(
    ...["register", "--wallet", owner.address, "--haftungsperson", devAccounts.haftungsperson.address],
    ...["--scope", "Intruder"],
  );
  const entered = await look();
  assert.equal(entered?.state, "warning");
  assert.match(
    entered?.message ?? "",
    new RegExp(`was entered as agent ${agentId} by ${intruder.address}.*confirm`),
  );
  await owner.runJson("confirm", String(agentId), "--yes");
  const agreed = await look();
  assert.equal(agreed?.state, "warning");
  assert.match(agreed?.message ?? "", /compliant, but NOT agreed: the Haftungsperson has not agreed/);
});

const stranger = devAccounts.stranger.address;
const nowhere = "http://127.0.0.1:1";
const cases: { name: string; settings: object; bad: string; says: RegExp }[] = [
  { name: "no chain", settings: { rpcUrl: nowhere }, bad: "chain", says: /start it with `npm start`/ },
  { name: "another chain", settings: { chainId: 1 }, bad: "chain", says: /serves chain 84532, not 1/ },
  {
    name: "no Registry",
    settings: { registryAddress: stranger },
    bad: "registry",
    says: /there is no Registry at/,
  },
  {
    name: "another forwarder",
    settings: { forwarderAddress: stranger },
    bad: "forwarder",
    says: /the Registry trusts 0x/,
  },
  {
    name: "no relayer",
    settings: { relayerUrl: nowhere },
    bad: "relayer",
    says: /nothing answers.*--direct/,
  },
  { name: "no API", settings: { apiUrl: nowhere }, bad: "query API", says: /nothing answers/ },
];
for (const { name, settings, bad, says } of cases) {
  test(`doctor finds ${name}`, async () => {
    const { code, checks } = await examine(settings);
    assert.equal(code, 1);
    assert.equal(checks[bad]?.state, "wrong");
    assert.match(checks[bad]?.message ?? "", says);
  });
}

test("doctor finds services that belong to another Registry", async () => {
  const { checks } = await examine({ registryAddress: stack.settings.forwarderAddress });
  assert.match(checks.relayer?.message ?? "", /it serves the Registry/);
  assert.match(checks["query API"]?.message ?? "", /it serves the Registry/);
});

test("an RPC node that stops answering is named, without the key in its address", async () => {
  const rpc = await startFaultyRpc({
    target: stack.chain.rpcUrl,
    hook: ({ method }) => (method === "eth_getBlockByNumber" ? { status: 503 } : "pass"),
  });
  const { checks } = await examine({ rpcUrl: `${rpc.rpcUrl}/v2/a-key-of-somebody` });
  await rpc.stop();
  assert.deepEqual(checks.chain, {
    state: "wrong",
    message: `The chain's RPC node did not answer at ${rpc.rpcUrl}/v2/***: check its address and the network.`,
  });
});
