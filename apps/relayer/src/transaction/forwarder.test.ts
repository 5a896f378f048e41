import assert from "node:assert/strict";
import { it } from "node:test";
import { zeroAddress } from "viem";
import { MAX_BATCH_REQUESTS, planBatch, toForwarderCall } from "./forwarder.ts";

const waiting = (count: number, gas: bigint, dataBytes = 36) =>
  Array.from({ length: count }, (_, nonce) => ({
    request: {
      from: zeroAddress,
      to: zeroAddress,
      value: 0n,
      gas,
      nonce: BigInt(nonce),
      deadline: 0,
      data: `0x${"00".repeat(dataBytes)}` as const,
    },
    signature: "0x" as const,
  }));

it("takes the first that fit by number, by gas and by size, and always one", () => {
  assert.equal(planBatch(waiting(3, 200_000n)).length, 3);
  assert.equal(planBatch(waiting(100, 1_000n)).length, MAX_BATCH_REQUESTS);
  assert.equal(planBatch(waiting(100, 1_000_000n)).length, 13);
  assert.equal(planBatch(waiting(100, 1_000n, 30_000)).length, 3);
  assert.equal(planBatch(waiting(2, 14_000_000n)).length, 1);
  assert.deepEqual(
    planBatch(waiting(100, 1_000_000n)).map(({ request }) => request.nonce),
    Array.from({ length: 13 }, (_, nonce) => BigInt(nonce)),
  );
});

it("two full batches fit into a block of 30 million gas, and a full one of attestations into 32 kB", () => {
  for (const [gas, dataBytes] of [
    [1_000n, 36],
    [200_000n, 36],
    [300_000n, 1_000],
    [3_000_000n, 4_000],
  ] as const) {
    const call = toForwarderCall(planBatch(waiting(100, gas, dataBytes)));
    assert.ok(call.gas < 15_000_000n, `${call.gas}`);
  }
  assert.ok(toForwarderCall(planBatch(waiting(100, 1_000n))).transactionBytes < 32 * 1024);
});
