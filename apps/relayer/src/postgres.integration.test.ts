import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { devAccount, signedRequest, usePostgres } from "@agent-registry/testkit";
import { formatEther, parseEther, toHex } from "viem";
import { newSigner, startTestChain, type TestRelayer, toBody } from "./testing/test-relayer.ts";

const timing = { pollMs: 50, retryMs: 100, gapMs: 1_000, lostMs: 2_000 };

const { chain, deployment, startRelayer, register } = await startTestChain();
const postgres = await usePostgres();
after(() => postgres.stop());

describe("several relayers on one PostgreSQL", () => {
  const startSeveral = async (envs: Record<string, string>[]): Promise<TestRelayer[]> => {
    const databaseUrl = await postgres.createDatabase();
    return await Promise.all(
      envs.map((env) => startRelayer({ timing, env: { DATABASE_URL: databaseUrl, ...env } })),
    );
  };
  const stopAll = (relayers: TestRelayer[]) => Promise.all(relayers.map((relayer) => relayer.stop()));
  const registrations = (count: number) => Promise.all(Array.from({ length: count }, () => register()));
  const balanceOf = (relayer: TestRelayer) => chain.reader.getBalance({ address: relayer.wallet });

  it("relayers share a wallet: no nonce is given twice, every request is mined, every wei is booked once", async () => {
    const relayers = await startSeveral([{}, {}, {}]);
    const [first] = relayers;
    assert.ok(first);
    const before = await balanceOf(first);
    const signed = await registrations(36);
    const answers = await Promise.all(signed.map((item, i) => relayers[i % 3]?.post(toBody(item))));
    for (const answer of answers) assert.equal(answer?.status, 200, JSON.stringify(answer?.body));
    const paid = before - (await balanceOf(first));
    for (const relayer of relayers) {
      assert.equal((await relayer.get("/status")).body.dailyGasUsed, `${formatEther(paid)} ETH`);
    }
    await stopAll(relayers);
  });

  it("relayers answer the same request posted to each at once alike, with one transaction", async () => {
    const relayers = await startSeveral([{}, {}]);
    const [signed] = await registrations(1);
    assert.ok(signed);
    const answers = await Promise.all(relayers.map((relayer) => relayer.post(toBody(signed))));
    assert.equal(answers[0]?.status, 200);
    assert.deepEqual(answers[1], answers[0]);
    await stopAll(relayers);
  });

  it("a relayer tells a signer's new nonce as soon as another has relayed its request", async () => {
    const relayers = await startSeveral([{}, {}]);
    const [first, second] = relayers;
    assert.ok(first && second);
    const signer = newSigner();
    for (let nonce = 0n; nonce < 3n; nonce += 1n) {
      assert.equal((await second.get(`/nonce/${signer.address}`)).body.nonce, nonce.toString());
      const signed = await register({ signer, agentWallet: newSigner().address, nonce });
      assert.equal((await first.post(toBody(signed))).status, 200);
    }
    await stopAll(relayers);
  });

  it("a relayer finishes what another accepted and did not send", async () => {
    const relayers = await startSeveral([{}, {}]);
    const [dying, living] = relayers;
    assert.ok(dying && living);
    const [signed] = await registrations(1);
    assert.ok(signed);
    await dying.db
      .insertInto("relay_request")
      .values({
        digest: signed.digest,
        wallet: dying.wallet,
        signer: signed.request.from,
        nonce: "0",
        request: JSON.stringify(toBody(signed).request),
        signature: signed.signature,
        state: "queued",
        reserved_gwei: 1,
        tries: 0,
        checked_at: 0,
        accepted_at: Date.now(),
      })
      .execute();
    // The caller asks the other relayer, and gets the answer.
    const answer = await living.post(toBody(signed));
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    await stopAll(relayers);
  });

  it("relayers hold the hourly limits together, exactly", async () => {
    const limits = { RATE_LIMIT_PER_IP: "20", RATE_LIMIT_PER_SIGNER: "1000" };
    const relayers = await startSeveral([limits, limits]);
    const bodies = await Promise.all(
      Array.from({ length: 32 }, async () =>
        toBody(
          await signedRequest({
            signer: newSigner(),
            deployment,
            overrides: { to: deployment.forwarderAddress },
          }),
        ),
      ),
    );
    const answers = await Promise.all(bodies.map((body, i) => relayers[i % 2]?.post(body)));
    assert.equal(answers.filter((answer) => answer?.body.error === relayErrors.wrongTarget).length, 20);
    assert.equal(answers.filter((answer) => answer?.body.error === relayErrors.ipRate(20)).length, 12);
    await stopAll(relayers);
  });

  it("relayers with a wallet each hold the budget together", async () => {
    const budget = { DAILY_GAS_BUDGET: "0.008" };
    const otherKey = toHex(devAccount(8).getHdKey().privateKey ?? new Uint8Array());
    const relayers = await startSeveral([budget, { ...budget, RELAYER_KEY: otherKey }]);
    const before = await Promise.all(relayers.map(balanceOf));
    const [early, signed] = [await registrations(2), await registrations(40)];
    // Each relays one first: among many requests, one relayer may take all that is left.
    for (const [i, item] of early.entries())
      assert.equal((await relayers[i]?.post(toBody(item)))?.status, 200);
    const answers = await Promise.all(signed.map((item, i) => relayers[i % 2]?.post(toBody(item))));
    const after = await Promise.all(relayers.map(balanceOf));
    const paid = before.map((balance, i) => balance - (after[i] ?? 0n));
    assert.ok(
      paid.every((wei) => wei > 0n),
      "both have sent",
    );
    assert.ok(paid.reduce((a, b) => a + b) <= parseEther("0.008"));
    const statuses = answers.map((answer) => answer?.status);
    assert.ok(statuses.includes(200) && statuses.includes(429));
    assert.ok(statuses.every((status) => status === 200 || status === 429));
    await stopAll(relayers);
  });
});
