import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { createAgentRegistry, type Registration } from "@agent-registry/sdk";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { newPerson, runJson, startCli } from "./testing/run-cli.ts";
import type { WatchEvent } from "./watch-attestation.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

test("attest --watch stops on a record that its wallet never agreed to, and goes on once it has", async (test) => {
  const [intruder, owner] = await Promise.all([newPerson(stack.folder), newPerson(stack.folder)]);
  const { agentId } = await intruder.runJson<Registration>(
    ...["register", "--wallet", owner.address, "--haftungsperson", intruder.address, "--scope", "Intruder"],
  );
  const startWatch = () =>
    startCli<WatchEvent>(["attest", "--watch", "--check-every", "0.1"], { cwd: owner.cwd, test });
  const stopped = startWatch();
  assert.equal(await stopped.exit, 1);
  assert.deepEqual(stopped.lines, []);
  assert.match(
    stopped.stderr(),
    new RegExp(`was entered by ${intruder.address} at 20.*confirm ${agentId}.*decline ${agentId}`),
  );
  const { consents } = await owner.runJson<{ consents: { wallet: string } }>("agent");
  assert.equal(consents.wallet, "none");

  await owner.runJson("confirm", String(agentId), "--yes");
  const watch = startWatch();
  await waitUntil(() => watch.lines.some(({ event }) => event === "waiting"), "the watch has seen the agent");
  watch.stop();
  assert.equal(await watch.exit, 0);
});

test("attest --watch with an attester's key attests, and ends at once when the key is removed", async (test) => {
  const [agent, attester] = await Promise.all([newPerson(stack.folder), newPerson(stack.folder)]);
  const { agentId } = await agent.runJson<Registration>(
    ...["register", "--haftungsperson", devAccounts.haftungsperson.address, "--scope", "Attested by another"],
  );
  const id = String(agentId);
  await agent.runJson("attester", id, "--set", attester.address);
  const watch = startCli<WatchEvent>(["attest", id, "--watch", "--check-every", "0.1"], {
    cwd: attester.cwd,
    test,
  });
  await waitUntil(() => watch.lines.some(({ event }) => event === "waiting"), "the watch has seen the agent");
  await stack.chain.travel(121 * HOUR);
  await waitUntil(() => watch.lines.some(({ event }) => event === "attested"), "it attested");
  await agent.runJson("attester", id, "--remove");
  assert.equal(await watch.exit, 1);
  assert.match(watch.stderr(), /neither wallet, creator, Haftungsperson nor attester of agent/);
});

test("attest --watch keeps an agent compliant over weeks, through outages and restarts", async (test) => {
  const cwd = mkdtempSync(path.join(stack.folder, "watch-"));
  await runJson(["keygen"], { cwd });
  const { agentId, agentWallet } = await runJson<Registration>(
    ["register", "--haftungsperson", devAccounts.haftungsperson.address, "--scope", "Long-lived"],
    { cwd },
  );
  const registry = createAgentRegistry({ ...stack.settings, relayerUrl: stack.settings.relayerUrl });
  const age = async () => (await registry.getAgent({ agentId })).compliance.secondsSinceAttestation;
  const startWatch = () => startCli<WatchEvent>(["attest", "--watch", "--check-every", "0.1"], { cwd, test });
  const attestations = (watch: ReturnType<typeof startWatch>) =>
    watch.lines.filter(({ event }) => event === "attested").length;

  let watch = startWatch();
  await waitUntil(() => watch.lines.some(({ event }) => event === "waiting"), "the watch has seen the agent");

  for (let week = 1; week <= 3; week++) {
    await stack.chain.travel(118 * HOUR);
    assert.equal(attestations(watch), week - 1, "it does not attest more often than it needs to");
    await stack.chain.travel(4 * HOUR);
    await waitUntil(() => attestations(watch) === week, "it attested again");
    assert.ok((await age()) < DAY);
    assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");
  }

  // The relayer goes down when the next attestation is due, and comes back half a day later.
  await stack.relayer.kill();
  await stack.chain.travel(122 * HOUR);
  await waitUntil(() => watch.lines.some(({ event }) => event === "retrying"), "it met the outage");
  await stack.chain.travel(12 * HOUR);
  const relayer = await stack.startRelayer(stack.relayer.port);
  await waitUntil(() => attestations(watch) === 4, "it attested after the outage");
  assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");

  // It is stopped, an attestation falls due meanwhile, and it is started again.
  watch.stop();
  assert.equal(await watch.exit, 0);
  await stack.chain.travel(132 * HOUR);
  watch = startWatch();
  await waitUntil(() => attestations(watch) === 1, "it caught up after the restart");
  assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");

  // A suspension is waited out, a revocation ends it.
  const regulator = createAgentRegistry({
    registryAddress: stack.settings.registryAddress,
    rpcUrl: stack.settings.rpcUrl,
    account: devAccounts.owner,
  });
  await regulator.suspend({ agentId, reason: "Under review" });
  await waitUntil(() => watch.lines.some(({ event }) => event === "suspended"), "it saw the suspension");
  await stack.chain.travel(9 * DAY);
  await regulator.reactivate({ agentId });
  await waitUntil(() => attestations(watch) === 2, "it attested once reactivated");
  await regulator.revoke({ agentId, reason: "Fraud" });
  assert.equal(await watch.exit, 1);
  assert.match(watch.stderr(), /is Revoked, which is final/);
  await relayer.kill();
});
