import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi, registryReverts, relayErrors } from "@agent-registry/protocol";
import { signedRequest, waitUntil } from "@agent-registry/testkit";
import { encodeFunctionData, formatEther, type LocalAccount, parseEther } from "viem";
import { createTestClock, newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TWO_DAYS_SECONDS = (2 * DAY_MS) / 1_000;
const { chain, deployment, startRelayer, startRpc, createDataDir, register } = await startTestChain();
const registry = { address: deployment.registryAddress, abi: registryAbi } as const;
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

  it("says after how many seconds an address, or a signer, may come again", async () => {
    const time = { nowMs: Date.now() };
    const clock = { now: () => time.nowMs };
    const env = { RATE_LIMIT_PER_IP: "3", RATE_LIMIT_PER_SIGNER: "2", TRUST_PROXY: "1" };
    const relayer = await startRelayer({ clock, env });
    const ask = async (body: unknown, ip: string) => {
      const answer = await relayer.postRaw(body, { "X-Forwarded-For": ip });
      const { error } = (await answer.json()) as { error: string };
      return [error, answer.headers.get("retry-after")];
    };
    const [signer, other] = [await wrongTarget(newSigner()), await wrongTarget(newSigner())];
    const passed = [relayErrors.wrongTarget, null];
    assert.deepEqual(await ask(signer, "198.51.100.1"), passed);
    time.nowMs += 1_000_500;
    assert.deepEqual(await ask(signer, "198.51.100.2"), passed);
    assert.deepEqual(await ask(signer, "198.51.100.1"), [relayErrors.signerRate(2), "2600"]);
    assert.deepEqual(await ask(other, "198.51.100.1"), passed);
    time.nowMs += 599_500;
    // Whether the chain is still asked about the address (20 more times) or not.
    for (let count = 0; count < 22; count += 1)
      assert.deepEqual(await ask(other, "198.51.100.1"), [relayErrors.ipRate(3), "2000"]);
    time.nowMs += 1_999_999;
    assert.deepEqual(await ask(other, "198.51.100.1"), [relayErrors.ipRate(3), "1"]);
    time.nowMs += 1;
    assert.deepEqual(await ask(other, "198.51.100.1"), passed);
    await relayer.stop();
  });

  it("counts the networks around an IPv6 address, at four and sixteen times its limit", async () => {
    const relayer = await startRelayer({ env: { RATE_LIMIT_PER_IP: "1", TRUST_PROXY: "1" } });
    const body = await wrongTarget(newSigner());
    const postFrom = async (networks: string[]) => {
      const post = (network: string) => relayer.post(body, { "X-Forwarded-For": `2001:db8:1:${network}::1` });
      const answers = [];
      for (const network of networks) answers.push(await post(network));
      return errorsOf(answers);
    };
    const passed = relayErrors.wrongTarget;
    const refused = relayErrors.ipRate(1);
    assert.deepEqual(await postFrom(["100", "101", "102", "103", "104", "1ff"]), {
      [passed]: 4,
      [refused]: 2,
    });
    const others = Array.from({ length: 20 }, (_, i) => `${(i + 2).toString(16)}00`);
    assert.deepEqual(await postFrom(others), { [passed]: 12, [refused]: 8 });
    await relayer.stop();
  });

  it("asks the chain about 20 more requests of an address whose hour is full, and answers the rest by itself", async () => {
    const rpc = await startRpc();
    const relayer = await startRelayer({ chain: rpc, env: { RATE_LIMIT_PER_IP: "1" } });
    const bodies = await Promise.all(Array.from({ length: 101 }, () => wrongTarget(newSigner())));
    assert.equal((await relayer.post(bodies.pop())).body.error, relayErrors.wrongTarget);
    const before = countCalls(rpc);
    for (const body of bodies) assert.equal((await relayer.post(body)).body.error, relayErrors.ipRate(1));
    assert.equal(countCalls(rpc) - before, 20);
    await relayer.stop();
  });

  it("asks the chain once for what many ask within a second, and again after the signer's next request", async () => {
    const rpc = await startRpc();
    // Stands still while the questions are asked, however long that takes here.
    const stopped: { at?: number } = {};
    const relayer = await startRelayer({ chain: rpc, clock: { now: () => stopped.at ?? Date.now() } });
    const signer = newSigner();
    const ask = async (route: string) => {
      stopped.at = Date.now();
      const answers = await Promise.all(Array.from({ length: 100 }, () => relayer.get(route)));
      delete stopped.at;
      return new Set(answers.map(({ status, body }) => `${status} ${body.nonce}`));
    };
    const before = countCalls(rpc);
    assert.deepEqual(await ask(`/nonce/${signer.address}`), new Set(["200 0"]));
    assert.equal(countCalls(rpc) - before, 1);
    assert.equal((await relayer.post(toBody(await register({ signer })))).status, 200);
    assert.deepEqual(await ask(`/nonce/${signer.address}`), new Set(["200 1"]));
    const balancesBefore = countCalls(rpc, "eth_getBalance");
    for (const route of ["/status", "/domain"]) assert.equal((await ask(route)).size, 1);
    assert.equal(countCalls(rpc, "eth_getBalance") - balancesBefore, 1);
    await relayer.stop();
  });

  it("tells what was spent right after a relay, and the balance that is left", async () => {
    // Stands still, so that nothing that was read becomes too old.
    const now = Date.now();
    const relayer = await startRelayer({ clock: { now: () => now } });
    const { dailyGasUsed } = (await relayer.get("/status")).body;
    assert.equal(dailyGasUsed, "0 ETH");
    const { gasPaidByRelayer } = (await relayer.post(toBody(await register()))).body;
    const { body } = await relayer.get("/status");
    const balance = formatEther(await chain.reader.getBalance({ address: relayer.wallet }));
    assert.deepEqual([body.dailyGasUsed, body.balance], [`${gasPaidByRelayer} ETH`, balance]);
    await relayer.stop();
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
    const returned = ok.reduce((sum, { body }) => sum + parseEther(body.gasPaidByRelayer), 0n);
    assert.equal(returned, paid);

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

  it("keeps a part of the budget for attestations of registered agents, by an attester, too", async () => {
    const clock = createTestClock();
    const dataDir = await createDataDir();
    const start = (budget: bigint) =>
      startRelayer({ clock, dataDir, env: { DAILY_GAS_BUDGET: formatEther(budget) } });
    const call = async (of: {
      signer: LocalAccount;
      functionName: "attestCompliance" | "confirmAgent";
      id?: bigint;
      nonce?: bigint;
    }) => {
      const { functionName, signer, id = await findAgentId(signer), nonce = 1n } = of;
      const data = encodeFunctionData({ abi: registryAbi, functionName, args: [id] });
      return toBody(await signedRequest({ signer, deployment, overrides: { data, nonce } }));
    };
    const signers = Array.from({ length: 10 }, newSigner);
    const [first, second, third] = signers as [LocalAccount, LocalAccount, LocalAccount];
    const spender = await start(parseEther("1"));
    const entries = await Promise.all(signers.map((signer) => register({ signer })));
    const relayed = await Promise.all(entries.map((entry) => spender.post(toBody(entry))));
    const [thirdId, attester] = [await findAgentId(third), newSigner()];
    const data = encodeFunctionData({
      abi: registryAbi,
      functionName: "setAttester",
      args: [thirdId, attester.address],
    });
    const named = await signedRequest({ signer: third, deployment, overrides: { data, nonce: 1n } });
    relayed.push(await spender.post(toBody(named)));
    const paid = relayed.reduce((sum, { body }) => sum + parseEther(body.gasPaidByRelayer), 0n);
    await spender.stop();
    await chain.travel(TWO_DAYS_SECONDS);

    // What was paid is three quarters of this budget: all but the reserve.
    const spent = await start((paid * 4n) / 3n);
    const refused = { status: 429, body: { error: relayErrors.budgetExhausted } };
    assert.deepEqual(await spent.post(await call({ signer: second, functionName: "confirmAgent" })), refused);
    assert.deepEqual(await spent.post(toBody(await register())), refused);
    for (const [id, reason] of [
      [0n, registryReverts.agentNotFound],
      [thirdId, registryReverts.notAuthorized],
    ] as const) {
      const signer = newSigner();
      const stranger = await spent.post(
        await call({ signer, functionName: "attestCompliance", id, nonce: 0n }),
      );
      assert.deepEqual(stranger, { status: 500, body: { error: relayErrors.contractReverted(reason) } });
    }
    const attested = await spent.post(await call({ signer: first, functionName: "attestCompliance" }));
    assert.equal(attested.status, 200, JSON.stringify(attested.body));
    const byAttester = await spent.post(
      await call({ signer: attester, functionName: "attestCompliance", id: thirdId, nonce: 0n }),
    );
    assert.equal(byAttester.status, 200, JSON.stringify(byAttester.body));
    const metrics = await (await spent.app.request("/metrics")).text();
    assert.match(metrics, /^agent_registry_relay_budget_left_for_others_eth 0$/m);
    const [, reserveEth] = /^agent_registry_relay_attestation_reserve_eth (.+)$/m.exec(metrics) ?? [];
    assert.equal(parseEther(Number(reserveEth).toFixed(18)) / 10n ** 9n, paid / 3n / 10n ** 9n);
    await spent.stop();

    const exhausted = await start(paid);
    assert.deepEqual(
      await exhausted.post(await call({ signer: second, functionName: "attestCompliance" })),
      refused,
    );
    await exhausted.stop();
  });

  it("lets only attestations of agents use the reserve whose last one is two days old", async () => {
    const clock = createTestClock();
    const dataDir = await createDataDir();
    const start = (budget: bigint) =>
      startRelayer({ clock, dataDir, env: { DAILY_GAS_BUDGET: formatEther(budget) } });
    const signer = newSigner();
    const spender = await start(parseEther("1"));
    const relay = async (nonce: bigint) => {
      const entry = await register({ signer, nonce, agentWallet: newSigner().address });
      return parseEther((await spender.post(toBody(entry))).body.gasPaidByRelayer);
    };
    let paid = 0n;
    for (const nonce of [0n, 1n, 2n, 3n, 4n]) paid += await relay(nonce);
    await chain.travel(TWO_DAYS_SECONDS - 60);
    for (const nonce of [5n, 6n, 7n, 8n, 9n]) paid += await relay(nonce);
    await spender.stop();

    const newest = (await chain.reader.readContract({ ...registry, functionName: "nextAgentId" })) - 1n;
    const [old, otherOld, recent] = [newest - 9n, newest - 8n, newest];
    const spent = await start((paid * 4n) / 3n);
    const attest = async (agentIds: bigint[], nonce = 10n) => {
      const attestMany = { abi: registryAbi, functionName: "attestComplianceMany" } as const;
      const data = encodeFunctionData({ ...attestMany, args: [agentIds] });
      const { status, body } = await spent.post(
        toBody(await signedRequest({ signer, deployment, overrides: { data, nonce } })),
      );
      return [status, body.error];
    };
    const refused = [429, relayErrors.budgetExhausted];
    assert.deepEqual(await attest([old]), refused, "a minute too early");
    await chain.travel(60);
    assert.deepEqual(await attest([recent]), refused);
    assert.deepEqual(await attest([old, recent]), refused, "one of them renews nothing");
    assert.deepEqual(await attest([old, otherOld]), [200, undefined]);
    assert.deepEqual(await attest([old], 11n), refused, "it was renewed just now");
    await spent.stop();
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

async function findAgentId({ address }: LocalAccount): Promise<bigint> {
  return await chain.reader.readContract({ ...registry, functionName: "walletToAgent", args: [address] });
}

function countCalls({ calls }: { calls: { method: string }[] }, counted = "eth_call"): number {
  return calls.filter(({ method }) => method === counted).length;
}
