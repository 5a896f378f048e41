import assert from "node:assert/strict";
import { it } from "node:test";
import { zeroAddress } from "viem";
import { MAX_BATCH_REQUESTS, planBatch } from "./forwarder-call.ts";

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
  assert.equal(planBatch(waiting(100, 1_000_000n)).length, 11);
  assert.equal(planBatch(waiting(100, 1_000n, 30_000)).length, 3);
  assert.equal(planBatch(waiting(2, 14_000_000n)).length, 1);
  assert.deepEqual(
    planBatch(waiting(100, 1_000_000n)).map(({ request }) => request.nonce),
    Array.from({ length: 11 }, (_, nonce) => BigInt(nonce)),
  );
});
