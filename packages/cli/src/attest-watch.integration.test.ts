import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import type { Registration } from "@agent-registry/sdk";
import { createAgentRegistry } from "@agent-registry/sdk";
import { type Stack, startStack } from "@agent-registry/sdk/testing";
import { devAccounts } from "@agent-registry/testkit";
import { runCliJson, startCli } from "./testing/run-cli.ts";
import { until } from "./testing/until.ts";
import type { WatchEvent } from "./watch-attestation.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

let stack: Stack;
before(async () => {
  stack = await startStack();
});
after(() => stack.stop());

test("attest --watch keeps an agent compliant over weeks, through outages and restarts", async (test) => {
  const cwd = mkdtempSync(path.join(stack.folder, "watch-"));
  await runCliJson(["keygen"], { cwd });
  const { agentId, agentWallet } = await runCliJson<Registration>(
    ["register", "--haftungsperson", devAccounts.haftungsperson.address, "--scope", "Long-lived"],
    { cwd },
  );
  const registry = createAgentRegistry({ ...stack.settings, relayerUrl: stack.settings.relayerUrl });
  const age = async () => (await registry.getAgent({ agentId })).compliance.secondsSinceAttestation;
  const startWatch = () => startCli<WatchEvent>(["attest", "--watch", "--check-every", "0.1"], { cwd, test });
  const attestations = (watch: ReturnType<typeof startWatch>) =>
    watch.lines.filter(({ event }) => event === "attested").length;

  let watch = startWatch();
  await until("the watch has seen the agent", () => watch.lines.some(({ event }) => event === "waiting"));

  for (let week = 1; week <= 3; week++) {
    await stack.chain.travel(118 * HOUR);
    assert.equal(attestations(watch), week - 1, "it does not attest more often than it needs to");
    await stack.chain.travel(4 * HOUR);
    await until("it attested again", () => attestations(watch) === week);
    assert.ok((await age()) < DAY);
    assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");
  }

  // The relayer goes down when the next attestation is due, and comes back half a day later.
  await stack.relayer.kill();
  await stack.chain.travel(122 * HOUR);
  await until("it met the outage", () => watch.lines.some(({ event }) => event === "retrying"));
  await stack.chain.travel(12 * HOUR);
  const relayer = await stack.startRelayer(stack.relayer.port);
  await until("it attested after the outage", () => attestations(watch) === 4);
  assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");

  // It is stopped, an attestation falls due meanwhile, and it is started again.
  watch.stop();
  assert.equal(await watch.exit, 0);
  await stack.chain.travel(132 * HOUR);
  watch = startWatch();
  await until("it caught up after the restart", () => attestations(watch) === 1);
  assert.equal((await registry.kya({ wallet: agentWallet })).verdict, "compliant");

  // A suspension is waited out, a revocation ends it.
  const regulator = createAgentRegistry({
    registryAddress: stack.settings.registryAddress,
    rpcUrl: stack.settings.rpcUrl,
    account: devAccounts.owner,
  });
  await regulator.suspend({ agentId, reason: "Under review" });
  await until("it saw the suspension", () => watch.lines.some(({ event }) => event === "suspended"));
  await stack.chain.travel(9 * DAY);
  await regulator.reactivate({ agentId });
  await until("it attested once reactivated", () => attestations(watch) === 2);
  await regulator.revoke({ agentId, reason: "Fraud" });
  assert.equal(await watch.exit, 1);
  assert.match(watch.stderr(), /is Revoked, which is final/);
  await relayer.kill();
});
