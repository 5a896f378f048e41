import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { minimalForwarderAbi } from "@agent-registry/protocol";
import { devAccounts, type SignedRequest, waitUntil } from "@agent-registry/testkit";
import { formatEther, type Hex, type Quantity } from "viem";
import { readPaid } from "./ledger/budget.ts";
import { createTestClock, newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

/** As on a chain with five blocks a second: 300 blocks are a minute. */
const BLOCK_MS = 200;
const REORGANISED_BLOCKS = 300;
const RELAYS = process.env.DEEP === "1" ? 200 : 20;

const timing = { pollMs: 50, reorganisationPollMs: 100 };
const clock = createTestClock();
const { chain, deployment, startRelayer, startRpc, register } = await startTestChain({
  blockTimeMs: BLOCK_MS,
  allowBlocksWithSameTimestamp: true,
});
const rpc = await startRpc();
const relayer = await startRelayer({ chain: rpc, timing, clock });

describe("a reorganisation of the chain", () => {
  const address = relayer.wallet;
  const registrations = (count: number) => Promise.all(Array.from({ length: count }, () => register()));
  const relayAll = async (signed: SignedRequest[]) => {
    const answers = await Promise.all(signed.map((item) => relayer.post(toBody(item))));
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
  };
  const isExecuted = async ({ request }: SignedRequest) =>
    (await chain.reader.readContract({
      address: deployment.forwarderAddress,
      abi: minimalForwarderAbi,
      functionName: "getNonce",
      args: [request.from],
    })) > request.nonce;
  const stateOf = async ({ digest }: SignedRequest) => (await relayer.get(`/relay/${digest}`)).body.state;
  /** What the relayer says it spent today is what the wallet lost. */
  const assertPaidOnce = async (balanceBefore: bigint, usedBefore: bigint) => {
    const lost = balanceBefore - (await chain.reader.getBalance({ address }));
    assert.equal((await readUsed()) - usedBefore, lost);
  };
  // As in `/status`, in wei.
  const readUsed = () => readPaid({ db: relayer.db, clock });
  const whenSettled = async (signed: SignedRequest[]) => {
    for (const item of signed) {
      await waitUntil(async () => (await isExecuted(item)) && (await stateOf(item)) === "mined");
    }
  };

  it("what fell out of the chain is sent again, and paid for once", async () => {
    const [balance, used] = [await chain.reader.getBalance({ address }), await readUsed()];
    const snapshot = await chain.test.snapshot();
    const signed = await registrations(RELAYS);
    await relayAll(signed);
    await assertPaidOnce(balance, used);

    await inOtherBranch(snapshot, async () => {
      await mine(REORGANISED_BLOCKS);
      for (const item of signed) assert.equal(await isExecuted(item), false);
    });
    await whenSettled(signed);
    await assertPaidOnce(balance, used);
    const [unsettled, spent] = [await countUnsettled(), await readUsed()];
    assert.equal(unsettled, 0, "nothing is reserved any more");
    assert.ok(spent > used, formatEther(spent));
  });

  it("what another branch has in another block is booked as it was paid there", async () => {
    const [balance, used] = [await chain.reader.getBalance({ address }), await readUsed()];
    const snapshot = await chain.test.snapshot();
    const signed = await registrations(3);
    await relayAll(signed);
    const earlier = await readResults(signed);
    const attempts = await relayer.db.selectFrom("relay_attempt").select("raw").execute();
    await inOtherBranch(snapshot, async () => {
      // It has the same transactions, at a higher price.
      const { baseFeePerGas } = await chain.reader.getBlock();
      await chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas: ((baseFeePerGas ?? 0n) * 3n) / 2n });
      for (const { raw } of attempts) {
        // Those of earlier tests are in it already.
        await chain.reader.sendRawTransaction({ serializedTransaction: raw as Hex }).catch(() => {});
      }
      await mine(20);
    });
    await waitUntil(async () => {
      const results = await readResults(signed);
      return results.every((result, i) => result && result.gasPaidByRelayer !== earlier[i]?.gasPaidByRelayer);
    }, "the price in the other branch");
    for (const [i, result] of (await readResults(signed)).entries()) {
      assert.equal(result?.transactionHash, earlier[i]?.transactionHash);
    }
    await whenSettled(signed);
    await assertPaidOnce(balance, used);
  });

  it("a request that another branch does not let through is refused, though it was answered before", async () => {
    const snapshot = await chain.test.snapshot();
    const wallet = newSigner();
    const signed = await register({ agentWallet: wallet.address });
    await relayAll([signed]);
    // In the other branch the agent's wallet was registered by another relayer's request before.
    const { request, signature } = await register({ agentWallet: wallet.address });
    await inOtherBranch(snapshot, async () => {
      await chain.wallet(devAccounts.stranger).writeContract({
        address: deployment.forwarderAddress,
        abi: minimalForwarderAbi,
        functionName: "execute",
        args: [request, signature],
        gas: 2_000_000n,
      });
      await mine(20);
    });
    await waitUntil(async () => (await stateOf(signed)) === "refused");
    const { body } = await relayer.get(`/relay/${signed.digest}`);
    assert.match(body.error, /^Contract reverted: /);
  });

  it("the watch for reorganisations asks for one block a look, and for no receipts", async () => {
    const signed = await registrations(5);
    await relayAll(signed);
    const countCalls = (from: number, method: string) =>
      rpc.calls.slice(from).filter((call) => call.method === method).length;
    const isWatching = (from: number) => countCalls(from, "eth_getBlockByNumber") >= 5;
    const start = rpc.calls.length;
    await waitUntil(() => isWatching(start));
    assert.equal(countCalls(start, "eth_getTransactionReceipt"), 0);
  });

  const readResults = (signed: SignedRequest[]) =>
    Promise.all(signed.map(async ({ digest }) => (await relayer.get(`/relay/${digest}`)).body.result));

  /** The chain from the snapshot on is another one; the relayer does not see it before it is done. */
  async function inOtherBranch(snapshot: Quantity, build: () => Promise<void>): Promise<void> {
    rpc.setHook(() => ({ status: 503 }));
    await chain.test.revert({ id: snapshot });
    await build();
    rpc.setHook(() => "pass");
  }

  /** One by one: the local chain cannot mine many at once. */
  async function mine(blocks: number): Promise<void> {
    for (let i = 0; i < blocks; i += 1) await chain.test.mine({ blocks: 1 });
  }

  async function countUnsettled(): Promise<number> {
    const rows = await relayer.db
      .selectFrom("relay_transaction")
      .select("id")
      .where("state", "in", ["live", "abandoned"])
      .execute();
    return rows.length;
  }
});
