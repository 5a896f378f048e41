import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { minimalForwarderAbi, relayErrors } from "@agent-registry/protocol";
import { devAccounts, type RpcHook, waitUntil } from "@agent-registry/testkit";
import { type Hex, toHex } from "viem";
import { createTestClock, startTestChain, toBody } from "./testing/test-relayer.ts";

/** Short, so that the tests need not wait. */
const timing = { pollMs: 30, retryMs: 100, resendMs: 300, replaceMs: 600, gapMs: 500, lostMs: 500 };

const { chain, deployment, startRelayer, startRpc, register } = await startTestChain();
const rpc = await startRpc();
const relayer = await startRelayer({ chain: rpc, timing });

describe("the relayer", () => {
  const outcome = async (digest: Hex) => (await relayer.get(`/relay/${digest}`)).body;
  const isSent = async (digest: Hex) => Boolean((await outcome(digest)).transactionHash);
  const walletNonce = (blockTag: "latest" | "pending" = "latest") =>
    chain.reader.getTransactionCount({ address: relayer.wallet, blockTag });
  const metric = async (name: string): Promise<number> => {
    const text = await (await relayer.app.request("/metrics")).text();
    return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
  };
  /** What the relayer booked is what the wallet lost. */
  const assertBooksAgree = async (work: () => Promise<void>): Promise<void> => {
    const address = relayer.wallet;
    const [balance, booked] = [await chain.reader.getBalance({ address }), await readBooked()];
    await work();
    const lost = balance - (await chain.reader.getBalance({ address }));
    assert.equal((await readBooked()) - booked, lost);
  };
  const readBooked = async (): Promise<bigint> => {
    const rows = await relayer.db.selectFrom("relay_transaction").select("cost_wei").execute();
    return rows.reduce((sum, row) => sum + BigInt(row.cost_wei ?? 0), 0n);
  };

  it("relays once if the node took the transaction and its answer was lost", async () => {
    await assertBooksAgree(async () => {
      const before = await walletNonce();
      rpc.setHook(once("eth_sendRawTransaction", "drop-after"));
      const { status, body } = await relayer.post(toBody(await register()));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(await walletNonce(), before + 1);
    });
  });

  it("sends a transaction again that the node never got", async () => {
    await assertBooksAgree(async () => {
      rpc.setHook(once("eth_sendRawTransaction", "drop"));
      assert.equal((await relayer.post(toBody(await register()))).status, 200);
    });
  });

  it("relays once if a node calls the nonce spent before it has the receipt of our transaction that spent it", async () => {
    await assertBooksAgree(async () => {
      const before = await walletNonce();
      let isReceiptKnown = false;
      rpc.setHook(async ({ method, params }) => {
        if (method === "eth_sendRawTransaction") {
          await chain.reader.request({ method, params: params as [Hex] });
          return { error: { code: -32_000, message: "nonce too low" } };
        }
        if (method !== "eth_getTransactionReceipt" || isReceiptKnown) return "pass";
        isReceiptKnown = true;
        return () => null;
      });
      const { status, body } = await relayer.post(toBody(await register()));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(await walletNonce(), before + 1);
    });
    rpc.setHook(() => "pass");
  });

  it("takes the next nonce if a node is one transaction behind, and reserves once for it", async () => {
    const clock = createTestClock();
    const env = { DAILY_GAS_BUDGET: "0.05" };
    const careful = await startRelayer({ chain: rpc, timing, clock, env });
    assert.equal((await careful.post(toBody(await register()))).status, 200);
    // Long enough that the relayer does not count on what it saw mined.
    clock.advance(60_000);
    let sent = 0;
    rpc.setHook(({ method }) => {
      if (method === "eth_sendRawTransaction") sent += 1;
      const isBehind = method === "eth_getTransactionCount" && sent < 2;
      return isBehind ? (result) => toHex(Number(result) - 1) : "pass";
    });
    const { status, body } = await careful.post(toBody(await register()));
    rpc.setHook(() => "pass");
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(sent, 2, "one that was refused, and one with the next nonce");
    assert.equal((await careful.post(toBody(await register()))).status, 200);
    await careful.stop();
  });

  it("relays once if the node refused the transaction twice before it took it", async () => {
    await assertBooksAgree(async () => {
      const before = await walletNonce();
      let refusals = 0;
      rpc.setHook(({ method }) => {
        if (method !== "eth_sendRawTransaction" || refusals === 2) return "pass";
        refusals += 1;
        return { error: { code: -32_000, message: "max fee per gas less than block base fee" } };
      });
      assert.equal((await relayer.post(toBody(await register()))).status, 200);
      rpc.setHook(() => "pass");
      assert.equal(refusals, 2);
      assert.equal(await walletNonce(), before + 1);
    });
  });

  it("sends a transaction again that the node dropped from its pool", async () => {
    await assertBooksAgree(async () => {
      await chain.test.setAutomine(false);
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await waitUntil(() => isSent(signed.digest));
      const hash = (await outcome(signed.digest)).transactionHash;
      await waitUntil(() => isInPool(hash));
      await chain.test.dropTransaction({ hash });
      assert.equal(await isInPool(hash), false);
      // It, or one that pays more: on a busy machine it is time for that already.
      await waitUntil(async () => (await walletNonce("pending")) > (await walletNonce()));
      await chain.test.mine({ blocks: 1 });
      await chain.test.setAutomine(true);
      assert.equal((await answer).status, 200);
    });
  });

  const isInPool = async (hash: Hex) =>
    (await chain.reader.getTransaction({ hash }).catch(() => null))?.blockHash === null;

  it("relays if another program uses the key, before and while the relayer sends", async () => {
    const wallet = chain.wallet(devAccounts.relayer);
    const sendByHand = () => wallet.sendTransaction({ to: devAccounts.stranger.address, value: 1n });
    await sendByHand();
    await sendByHand();
    assert.equal((await relayer.post(toBody(await register()))).status, 200);

    // Our transaction is dropped, and the other one takes its nonce.
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = relayer.post(toBody(signed));
    await waitUntil(() => isSent(signed.digest));
    const { transactionHash: hash } = await outcome(signed.digest);
    await waitUntil(() => isInPool(hash));
    const nonce = (await chain.reader.getTransaction({ hash })).nonce;
    rpc.setHook(({ method }) => (method === "eth_sendRawTransaction" ? { status: 503 } : "pass"));
    await chain.test.dropTransaction({ hash });
    await wallet.sendTransaction({ to: devAccounts.stranger.address, value: 1n, nonce });
    await chain.test.mine({ blocks: 1 });
    rpc.setHook(() => "pass");
    await chain.test.setAutomine(true);
    assert.equal((await answer).status, 200);
    assert.ok((await metric("agent_registry_relay_nonce_repairs_total")) >= 1);
  });

  it("closes a gap of nonces that were given out for transactions that the node dropped", async () => {
    // Without repair, every later transaction would wait for them for ever.
    await assertBooksAgree(async () => {
      const before = await metric("agent_registry_relay_nonce_repairs_total");
      rpc.setHook(({ method, params }) =>
        method === "eth_getTransactionCount" && params[1] === "pending" ? ahead : "pass",
      );
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await waitUntil(() => isSent(signed.digest));
      rpc.setHook(() => "pass");
      assert.equal((await answer).status, 200);
      assert.equal((await relayer.post(toBody(await register()))).status, 200);
      assert.ok((await metric("agent_registry_relay_nonce_repairs_total")) > before);
    });
  });

  it("replaces a stuck transaction by one that pays more, and books the cost once", async () => {
    await assertBooksAgree(async () => {
      const before = await metric("agent_registry_relay_replacements_total");
      const nonceBefore = await walletNonce();
      await chain.test.setAutomine(false);
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await waitUntil(() => isSent(signed.digest));
      const { transactionHash: first } = await outcome(signed.digest);
      await waitUntil(async () => (await metric("agent_registry_relay_replacements_total")) > before);
      await waitUntil(async () => (await outcome(signed.digest)).transactionHash !== first);
      const { transactionHash: second } = await outcome(signed.digest);
      await waitUntil(() => isInPool(second));
      await chain.test.setAutomine(true);
      await chain.test.mine({ blocks: 1 });
      const { status, body } = await answer;
      assert.equal(status, 200);
      assert.notEqual(body.transactionHash, first);
      assert.equal(await walletNonce(), nonceBefore + 1);
    });
  });

  it("relays after the chain was reset", async () => {
    const snapshot = await chain.test.snapshot();
    for (let i = 0; i < 3; i++) assert.equal((await relayer.post(toBody(await register()))).status, 200);
    const nonceBefore = await walletNonce();
    await chain.test.revert({ id: snapshot });
    assert.ok((await walletNonce()) < nonceBefore);
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
  });

  it("relays what was in flight when the chain was reset", async () => {
    const snapshot = await chain.test.snapshot();
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = relayer.post(toBody(signed));
    await waitUntil(() => isSent(signed.digest));
    await chain.test.revert({ id: snapshot });
    await chain.test.setAutomine(true);
    const { status } = await answer;
    assert.equal(status, 200);
    const nonce = await chain.reader.readContract({
      address: deployment.forwarderAddress,
      abi: minimalForwarderAbi,
      functionName: "getNonce",
      args: [signed.request.from],
    });
    assert.equal(nonce, 1n);
  });

  it("tells callers in time that no node answers, and loses nothing", async () => {
    const signed = await register();
    rpc.setHook(() => ({ status: 503 }));
    for (const answer of [
      await relayer.post(toBody(signed)),
      await relayer.get("/status"),
      await relayer.get(`/nonce/${relayer.wallet}`),
    ]) {
      assert.equal(answer.status, 500);
      assert.match(answer.body.error, /^RPC failure: /);
    }
    const ready = await relayer.get("/ready");
    assert.equal(ready.status, 503);
    assert.match(ready.body.reason, /^RPC failure: /);
    rpc.setHook(() => "pass");
    assert.equal((await relayer.get("/ready")).status, 200);
    assert.equal((await relayer.post(toBody(signed))).status, 200);
    const twice = await relayer.post(toBody(signed));
    assert.equal(twice.body.error, relayErrors.invalidSignature);
  });
});

const ahead = (count: unknown): Hex => toHex(Number(count) + 25);

/** The fate is for the first call of this method; all others pass. */
function once(method: string, fate: Exclude<ReturnType<RpcHook>, Promise<unknown>>): RpcHook {
  let isDone = false;
  return (call) => {
    if (isDone || call.method !== method) return "pass";
    isDone = true;
    return fate;
  };
}
