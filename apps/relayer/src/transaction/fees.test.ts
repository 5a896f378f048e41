import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planReplacement, toFees, toHigherFees } from "./fees.ts";

const feeEstimate = { baseFeePerGas: 100n, tip: 10n };

describe("fees", () => {
  it("a new transaction bids with room for the base fee to double, under the cap", () => {
    assert.deepEqual(toFees({ feeEstimate, capWei: 1_000n }), {
      maxFeePerGas: 210n,
      maxPriorityFeePerGas: 10n,
    });
    assert.deepEqual(toFees({ feeEstimate, capWei: 5n }), { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n });
  });

  it("a replacement bids more than an eighth more, and at least what a new transaction would", () => {
    const previous = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.deepEqual(toHigherFees({ previous, feeEstimate, capWei: 1_000n }), {
      maxFeePerGas: 901n,
      maxPriorityFeePerGas: 91n,
    });
    const risen = { baseFeePerGas: 1_000n, tip: 10n };
    assert.equal(toHigherFees({ previous, feeEstimate: risen, capWei: 9_999n })?.maxFeePerGas, 2_010n);
  });

  it("no replacement is bid above the cap", () => {
    const previous = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.equal(toHigherFees({ previous, feeEstimate, capWei: 900n }), undefined);
  });
});

const attempt = {
  hash: "0x01",
  raw: "0x02",
  maxFeePerGas: 200n,
  maxPriorityFeePerGas: 10n,
  createdAt: 1_000,
} as const;
const stuck = {
  attempts: [attempt],
  isNextInLine: true,
  feeEstimate: { baseFeePerGas: 100n, tip: 10n },
  capWei: 10_000n,
  now: 16_000,
  gracePeriodMs: 15_000,
};

describe("planReplacement", () => {
  it("bids more for the next in line once the grace period is over", () => {
    assert.deepEqual(planReplacement(stuck), { maxFeePerGas: 226n, maxPriorityFeePerGas: 12n });
    assert.equal(planReplacement({ ...stuck, now: 15_999 }), undefined);
  });

  it("counts the grace period from the newest attempt", () => {
    const attempts = [attempt, { ...attempt, createdAt: 10_000 }];
    assert.equal(planReplacement({ ...stuck, attempts }), undefined);
  });

  it("lets one further back wait, unless the base fee has passed its bid", () => {
    assert.equal(planReplacement({ ...stuck, isNextInLine: false }), undefined);
    const feeEstimate = { baseFeePerGas: 300n, tip: 10n };
    assert.equal(planReplacement({ ...stuck, isNextInLine: false, feeEstimate })?.maxFeePerGas, 610n);
  });
});
