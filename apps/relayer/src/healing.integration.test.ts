import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { minimalForwarderAbi, relayErrors } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  type RpcHook,
  startChain,
  startFaultyRpc,
} from "@agent-registry/testkit";
import { type Hex, toHex } from "viem";
import { eventually } from "./testing/eventually.ts";
import {
  createTestClock,
  newSigner,
  signedRegistration,
  startTestRelayer,
  type TestDeployment,
  type TestRelayer,
  toBody,
} from "./testing/test-relayer.ts";

/** Impatient, so that tests need not be patient. */
const timing = { pollMs: 30, retryMs: 100, resendMs: 300, replaceMs: 600, gapMs: 500, lostMs: 500 };

describe("a wallet nonce that drifted heals by itself", () => {
  let chain: LocalChain;
  let deployment: TestDeployment;
  let rpc: FaultyRpc;
  let relayer: TestRelayer;
  before(async () => {
    chain = await startChain();
    deployment = await deployLocally(chain);
    rpc = await startFaultyRpc({ target: chain.rpcUrl });
    relayer = await startTestRelayer({ chain: rpc, deployment, timing });
  });
  after(async () => {
    await relayer.stop();
    await rpc.stop();
    await chain.stop();
  });

  const register = () => signedRegistration({ signer: newSigner(), deployment });
  const outcome = async (digest: Hex) => (await relayer.get(`/relay/${digest}`)).body;
  const isSent = async (digest: Hex) => Boolean((await outcome(digest)).transactionHash);
  const walletNonce = () => chain.reader.getTransactionCount({ address: relayer.wallet });
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

  it("when the node lost the answer after it took the transaction", async () => {
    await assertBooksAgree(async () => {
      const before = await walletNonce();
      rpc.setHook(once("eth_sendRawTransaction", "drop-after"));
      const { status, body } = await relayer.post(toBody(await register()));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(await walletNonce(), before + 1);
    });
  });

  it("when the node never got the transaction", async () => {
    await assertBooksAgree(async () => {
      rpc.setHook(once("eth_sendRawTransaction", "drop"));
      assert.equal((await relayer.post(toBody(await register()))).status, 200);
    });
  });

  it("when a node calls the nonce spent, and has no receipt yet of the very transaction that spent it", async () => {
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

  it("when a node is one transaction behind, without reserving again and again for the same place", async () => {
    const clock = createTestClock();
    const env = { DAILY_GAS_BUDGET: "0.05" };
    const careful = await startTestRelayer({ chain: rpc, deployment, timing, clock, env });
    assert.equal((await careful.post(toBody(await register()))).status, 200);
    // Long enough for our own memory of what was mined just now to fade.
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
    assert.equal(sent, 2, "one that was refused, and one with the next number");
    assert.equal((await careful.post(toBody(await register()))).status, 200);
    await careful.stop();
  });

  it("when a node refuses a transaction: it is asked again after a rest, not at once", async () => {
    const sentAt: number[] = [];
    rpc.setHook(({ method }) => {
      if (method !== "eth_sendRawTransaction") return "pass";
      sentAt.push(performance.now());
      const message = "max fee per gas less than block base fee";
      return sentAt.length > 2 ? "pass" : { error: { code: -32_000, message } };
    });
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
    rpc.setHook(() => "pass");
    const rests = sentAt.slice(1).map((at, i) => at - (sentAt[i] ?? 0));
    assert.equal(rests.length, 2);
    for (const rest of rests) assert.ok(rest > 900, `asked again after ${rest} ms`);
  });

  it("when the node forgot its pool", async () => {
    await assertBooksAgree(async () => {
      await chain.test.setAutomine(false);
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await eventually(() => isSent(signed.digest));
      const hash = (await outcome(signed.digest)).transactionHash;
      await eventually(() => isInPool(hash));
      await chain.test.dropTransaction({ hash });
      assert.equal(await isInPool(hash), false);
      await eventually(() => isInPool(hash));
      await chain.test.mine({ blocks: 1 });
      await chain.test.setAutomine(true);
      assert.equal((await answer).status, 200);
    });
  });

  const isInPool = async (hash: Hex) =>
    (await chain.reader.getTransaction({ hash }).catch(() => null))?.blockHash === null;

  it("when somebody else uses the key, before and while we send", async () => {
    const wallet = chain.wallet(devAccounts.relayer);
    const sendByHand = () => wallet.sendTransaction({ to: devAccounts.stranger.address, value: 1n });
    await sendByHand();
    await sendByHand();
    assert.equal((await relayer.post(toBody(await register()))).status, 200);

    // Ours is dropped, and theirs takes its nonce.
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = relayer.post(toBody(signed));
    await eventually(() => isSent(signed.digest));
    const { transactionHash: hash } = await outcome(signed.digest);
    await eventually(() => isInPool(hash));
    const nonce = (await chain.reader.getTransaction({ hash })).nonce;
    rpc.setHook(({ method }) => (method === "eth_sendRawTransaction" ? { status: 503 } : "pass"));
    await chain.test.dropTransaction({ hash });
    await wallet.sendTransaction({ to: devAccounts.stranger.address, value: 1n, nonce });
    await chain.test.mine({ blocks: 1 });
    rpc.setHook(() => "pass");
    await chain.test.setAutomine(true);
    assert.equal((await answer).status, 200);
    assert.ok((await metric("relay_nonce_repairs_total")) >= 1);
  });

  it("when our records are ahead of the chain for good", async () => {
    // The open fault of a well-known relayer: nonces were given out for transactions that the node then
    // dropped, and everything later waits for them for ever.
    await assertBooksAgree(async () => {
      const before = await metric("relay_nonce_repairs_total");
      rpc.setHook(({ method, params }) =>
        method === "eth_getTransactionCount" && params[1] === "pending" ? ahead : "pass",
      );
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await eventually(() => isSent(signed.digest));
      rpc.setHook(() => "pass");
      assert.equal((await answer).status, 200);
      assert.equal((await relayer.post(toBody(await register()))).status, 200);
      assert.ok((await metric("relay_nonce_repairs_total")) > before);
    });
  });

  it("when a transaction is stuck: it is replaced by one that pays more, and the cost counts once", async () => {
    await assertBooksAgree(async () => {
      const before = await metric("relay_replacements_total");
      const nonceBefore = await walletNonce();
      await chain.test.setAutomine(false);
      const signed = await register();
      const answer = relayer.post(toBody(signed));
      await eventually(() => isSent(signed.digest));
      const { transactionHash: first } = await outcome(signed.digest);
      await eventually(async () => (await metric("relay_replacements_total")) > before);
      await eventually(async () => (await outcome(signed.digest)).transactionHash !== first);
      const { transactionHash: second } = await outcome(signed.digest);
      await eventually(() => isInPool(second));
      await chain.test.setAutomine(true);
      await chain.test.mine({ blocks: 1 });
      const { status, body } = await answer;
      assert.equal(status, 200);
      assert.notEqual(body.transactionHash, first);
      assert.equal(await walletNonce(), nonceBefore + 1);
    });
  });

  it("when the chain was reset", async () => {
    const snapshot = await chain.test.snapshot();
    for (let i = 0; i < 3; i++) assert.equal((await relayer.post(toBody(await register()))).status, 200);
    const nonceBefore = await walletNonce();
    await chain.test.revert({ id: snapshot });
    assert.ok((await walletNonce()) < nonceBefore);
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
  });

  it("when the chain was reset with transactions in flight", async () => {
    const snapshot = await chain.test.snapshot();
    assert.equal((await relayer.post(toBody(await register()))).status, 200);
    await chain.test.setAutomine(false);
    const signed = await register();
    const answer = relayer.post(toBody(signed));
    await eventually(() => isSent(signed.digest));
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

  it("and while no node answers, callers are told so in time and nothing is lost", async () => {
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

/** The first call of this method meets its fate; all others pass. */
function once(method: string, fate: Exclude<ReturnType<RpcHook>, Promise<unknown>>): RpcHook {
  let isDone = false;
  return (call) => {
    if (isDone || call.method !== method) return "pass";
    isDone = true;
    return fate;
  };
}
