import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { minimalForwarderAbi } from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import fc from "fast-check";
import { type Address, encodeEventTopics, type Hex, numberToHex, zeroAddress } from "viem";
import type { Receipt } from "../chain/create-chain.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import type { StoredTransaction } from "../ledger/transaction-store.ts";
import { FORWARDER, GWEI, toReceipt } from "../testing/scripted-chain.ts";
import { createSettleMined, shareOut } from "./settle-mined.ts";
import { createRequestIds } from "./waiters.ts";

const COST = 100_000n * 3n * GWEI;
const logged: Record<string, unknown>[] = [];
const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
const logger = createLogger({ name: "test", destination });
const signers: Address[] = [`0x${"Aa".repeat(20)}`, `0x${"bb".repeat(20)}`];
const toRequest = (from: Address, nonce = 0n, gas = 99n) => ({
  from,
  to: zeroAddress,
  value: 0n,
  gas,
  nonce,
  deadline: 0,
  data: "0x" as const,
});
const requests = [toRequest(`0x${"aa".repeat(20)}`), toRequest(`0x${"bb".repeat(20)}`, 7n, 299n)];
const stored = requests.map((request, i) => ({ digest: `0x0${i}`, request }) as unknown as StoredRequest);
const transaction = {
  id: "0x10",
  nonce: 3,
  digests: ["0x00", "0x01"],
  attempts: [{ hash: "0x10" }, { hash: "0x11" }],
} as unknown as StoredTransaction;

/** Settles one of two attempts by this receipt, and returns what the ledger was given. */
async function settle(receipt: Receipt | null, rows = stored) {
  const settled: unknown[] = [];
  logged.length = 0;
  const settleMined = createSettleMined({
    chain: { readReceipt: async (hash) => (hash === "0x11" ? receipt : null) },
    requests: { findAll: async () => rows },
    transactions: {
      async settle(settlement) {
        settled.push(settlement);
        return true;
      },
    },
    requestIds: createRequestIds(),
    forwarderAddress: FORWARDER,
    logger,
  });
  return { isMined: await settleMined(transaction), settled };
}

const mined = toReceipt({ transaction: { hash: "0x11", requests }, blockNumber: 12 });
const toResult = (gasUsed: string, gasPaidByRelayer: string) => ({
  success: true,
  transactionHash: "0x11",
  blockNumber: 12,
  gasUsed,
  gasPaidByRelayer,
});

describe("the settlement of a mined transaction", () => {
  it("waits if no attempt is mined", async () => {
    assert.deepEqual(await settle(null), { isMined: false, settled: [] });
  });

  it("books what was paid and shares it by the gas that each request was signed for", async () => {
    const block = { number: 12, hash: mined.blockHash };
    const outcomes = [
      { digest: "0x00", result: toResult("25000", "0.000075") },
      { digest: "0x01", result: toResult("75000", "0.000225") },
    ];
    const expected = {
      isMined: true,
      settled: [{ id: "0x10", hash: "0x11", block, costWei: COST, outcomes }],
    };
    assert.deepEqual(await settle(mined), expected);
    const { transactionHash, nonce, digests, msg } = logged.at(-1) ?? {};
    assert.deepEqual([transactionHash, nonce, digests, msg], ["0x11", 3, ["0x00", "0x01"], "mined"]);
    assert.deepEqual(await settle(mined, stored.toReversed()), expected, "however the ledger orders them");
  });

  it("books the fee for the parent chain, too", async () => {
    const { settled } = await settle({ ...mined, l1Fee: numberToHex(5_000n) });
    assert.equal((settled[0] as { costWei: bigint }).costWei, COST + 5_000n);
  });

  it("has no result for a request that failed, nor for one that the forwarder does not name", async () => {
    const readResults = async (receipt: Receipt) => {
      const { settled } = await settle(receipt);
      return (settled[0] as { outcomes: { result: unknown }[] }).outcomes.map(
        ({ result }) => result !== null,
      );
    };
    const [, second] = requests;
    assert.ok(second);
    const failed = toReceipt({ transaction: { hash: "0x11", requests }, failing: [second.from] });
    assert.deepEqual(await readResults(failed), [true, false]);
    assert.deepEqual(await readResults({ ...mined, logs: mined.logs.slice(1) }), [false, true]);
    const otherNonces = requests.map((request) => ({ ...request, nonce: 8n }));
    const others = toReceipt({ transaction: { hash: "0x11", requests: otherNonces } });
    assert.deepEqual(await readResults(others), [false, false]);
    const [log] = mined.logs;
    assert.ok(log);
    const topics = encodeEventTopics({ abi: minimalForwarderAbi, eventName: "EIP712DomainChanged" });
    const another = { ...log, topics: topics as [Hex], data: "0x" as const };
    assert.deepEqual(await readResults({ ...mined, logs: [another] }), [false, false], "another event");
    const foreign = mined.logs.map((log) => ({ ...log, address: zeroAddress }));
    assert.deepEqual(await readResults({ ...mined, logs: foreign }), [false, false], "of another contract");
  });

  it("knows a signer in any case of its address", async () => {
    const [first] = stored;
    assert.ok(first && signers[0]);
    const inCapitals = { ...first, request: { ...first.request, from: signers[0] } };
    const { settled } = await settle(mined, [inCapitals]);
    const { outcomes } = settled[0] as { outcomes: { digest: Hex; result: unknown }[] };
    assert.deepEqual(
      outcomes.map(({ digest, result }) => [digest, result !== null]),
      [["0x00", true]],
    );
  });
});

it("shares a cost by weight and loses nothing", () => {
  const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 7n }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), weights, (whole, parts) => {
      const shares = shareOut(whole, parts);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        whole,
      );
      assert.ok(shares.every((share) => share >= 0n));
    }),
  );
  assert.deepEqual(shareOut(100n, [399n, 599n]), [40n, 60n]);
  assert.deepEqual(shareOut(100n, [0n, 0n, 0n]), [33n, 33n, 34n], "weights of nothing share alike");
});
