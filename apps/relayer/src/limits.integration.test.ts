import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { signedRequest, waitUntil } from "@agent-registry/testkit";
import { formatEther, type LocalAccount, parseEther } from "viem";
import { createTestClock, newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const { chain, deployment, startRelayer, register } = await startTestChain();
const registrations = (count: number) => Promise.all(Array.from({ length: count }, () => register()));

describe("limits of the relayer", () => {
  /** Refused after the limits are counted, so that it costs no gas. */
  const wrongTarget = async (signer: LocalAccount) =>
    toBody(await signedRequest({ signer, deployment, overrides: { to: deployment.forwarderAddress } }));

  const errorsOf = (answers: { body: { error: string } }[]) => {
    const counts: Record<string, number> = {};
    for (const { body } of answers) counts[body.error] = (counts[body.error] ?? 0) + 1;
    return counts;
  };

  it("lets exactly the configured number of requests per IP through at once, and again after an hour", async () => {
    const clock = createTestClock();
    const env = { RATE_LIMIT_PER_IP: "20", TRUST_PROXY: "1" };
    const first = await startRelayer({ clock, env });
    const from = (ip: string) => ({ "X-Forwarded-For": ip });
    const bodies = await Promise.all(Array.from({ length: 35 }, () => wrongTarget(newSigner())));
    const answers = await Promise.all(bodies.map((body) => first.post(body, from("198.51.100.1"))));
    assert.deepEqual(errorsOf(answers), { [relayErrors.wrongTarget]: 20, [relayErrors.ipRate(20)]: 15 });

    const other = await first.post(bodies[0], from("198.51.100.2"));
    assert.equal(other.body.error, relayErrors.wrongTarget);

    clock.advance(HOUR_MS - 60_000);
    // A restart forgets nothing.
    await first.drain();
    const second = await startRelayer({ clock, env, dataDir: first.dataDir });
    const still = await second.post(bodies[0], from("198.51.100.1"));
    assert.equal(still.body.error, relayErrors.ipRate(20));
    clock.advance(60_000);
    const again = await second.post(bodies[0], from("198.51.100.1"));
    assert.equal(again.body.error, relayErrors.wrongTarget);
    await second.stop();
    await first.stop();
  });

  it("lets exactly the configured number of requests per signer through, whatever the IP", async () => {
    const clock = createTestClock();
    const relayer = await startRelayer({ clock, env: { RATE_LIMIT_PER_SIGNER: "10", TRUST_PROXY: "1" } });
    const signer = newSigner();
    const bodies = await Promise.all(
      Array.from({ length: 16 }, async (_, salt) =>
        toBody(
          await signedRequest({
            signer,
            deployment,
            overrides: { to: deployment.forwarderAddress, gas: 100_000n + BigInt(salt) },
          }),
        ),
      ),
    );
    const answers = await Promise.all(
      bodies.map((body, i) => relayer.post(body, { "X-Forwarded-For": `203.0.113.${i}` })),
    );
    assert.deepEqual(errorsOf(answers), { [relayErrors.wrongTarget]: 10, [relayErrors.signerRate(10)]: 6 });
    clock.advance(HOUR_MS);
    assert.equal((await relayer.post(bodies[0])).body.error, relayErrors.wrongTarget);
    await relayer.stop();
  });

  it("counts no request whose nonce another one holds in flight", async () => {
    const env = { RATE_LIMIT_PER_SIGNER: "2", RATE_LIMIT_PER_IP: "2" };
    const relayer = await startRelayer({ env, timing: { pollMs: 50 } });
    const signer = newSigner();
    const agentWallet = newSigner().address;
    await chain.test.setAutomine(false);
    const first = await register({ signer });
    const answer = relayer.post(toBody(first));
    await waitUntil(async () => {
      const { body } = await relayer.get(`/relay/${first.digest}`);
      return Boolean(body.transactionHash);
    });
    const rival = await relayer.post(toBody(await register({ signer, agentWallet })));
    assert.deepEqual(rival, { status: 401, body: { error: relayErrors.invalidSignature } });
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    assert.equal((await answer).status, 200);
    const next = await register({ signer, agentWallet, nonce: 1n });
    assert.equal((await relayer.post(toBody(next))).status, 200, "the second of two that the limit allows");
    await relayer.stop();
  });

  it("never spends more than the daily budget on requests that come at once, and has it back after a day", async () => {
    const clock = createTestClock();
    const env = { DAILY_GAS_BUDGET: "0.006" };
    const relayer = await startRelayer({ clock, env });
    const before = await chain.reader.getBalance({ address: relayer.wallet });
    const signed = await registrations(40);
    const answers = await Promise.all(signed.map((item) => relayer.post(toBody(item))));
    const paid = before - (await chain.reader.getBalance({ address: relayer.wallet }));
    const ok = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(ok.length + refused.length, 40);
    assert.ok(ok.length > 0 && refused.length > 0, `${ok.length} relayed`);
    assert.ok(paid <= parseEther("0.006"));
    for (const { body } of refused) assert.equal(body.error, relayErrors.budgetExhausted);

    const { body: status } = await relayer.get("/status");
    assert.equal(status.dailyBudget, "0.006 ETH");
    assert.equal(status.dailyGasUsed, `${formatEther(paid)} ETH`);
    assert.equal(status.budgetRemaining, `${formatEther(parseEther("0.006") - paid)} ETH`);
    const told = ok.reduce((sum, { body }) => sum + parseEther(body.gasPaidByRelayer), 0n);
    assert.equal(told, paid);

    // A restart does not refill it; a day does.
    await relayer.drain();
    const restarted = await startRelayer({ clock, env, dataDir: relayer.dataDir });
    assert.equal((await restarted.get("/status")).body.dailyGasUsed, `${formatEther(paid)} ETH`);
    clock.advance(DAY_MS - 2 * 60_000);
    assert.equal((await restarted.get("/status")).body.dailyGasUsed, `${formatEther(paid)} ETH`);
    clock.advance(3 * 60_000);
    assert.equal((await restarted.get("/status")).body.dailyGasUsed, "0 ETH");
    const fresh = await restarted.post(toBody(await register()));
    assert.equal(fresh.status, 200, JSON.stringify(fresh.body));
    await restarted.stop();
    await relayer.stop();
  });

  it("keeps the wallet above its minimum when many requests come at once", async () => {
    const relayer = await startRelayer();
    const address = relayer.wallet;
    const before = await chain.reader.getBalance({ address });
    await chain.test.setBalance({ address, value: parseEther("0.006") });
    const signed = await registrations(30);
    const answers = await Promise.all(signed.map((item) => relayer.post(toBody(item))));
    const left = await chain.reader.getBalance({ address });
    await chain.test.setBalance({ address, value: before });
    const relayed = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 503);
    assert.equal(relayed + refused.length, 30, JSON.stringify(answers.map(({ body }) => body.error)));
    assert.ok(relayed > 0 && refused.length > 0);
    for (const { body } of refused) assert.equal(body.error, relayErrors.balanceTooLow);
    // Only the last accepted request may have taken the wallet below its minimum.
    assert.ok(left > parseEther("0.0005"), formatEther(left));
    await relayer.stop();
  });
});
