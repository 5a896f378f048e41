import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toFees, toHigherFees } from "./fees.ts";

const market = { baseFeePerGas: 100n, tip: 10n };

describe("fees", () => {
  it("leave room for the base fee to double, under the cap", () => {
    assert.deepEqual(toFees({ market, capWei: 1_000n }), { maxFeePerGas: 210n, maxPriorityFeePerGas: 10n });
    assert.deepEqual(toFees({ market, capWei: 5n }), { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n });
  });

  it("of a replacement are more than an eighth higher, and at least the market's", () => {
    const previous = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.deepEqual(toHigherFees({ previous, market, capWei: 1_000n }), {
      maxFeePerGas: 901n,
      maxPriorityFeePerGas: 91n,
    });
    const risen = { baseFeePerGas: 1_000n, tip: 10n };
    assert.equal(toHigherFees({ previous, market: risen, capWei: 9_999n })?.maxFeePerGas, 2_010n);
  });

  it("never pass the cap", () => {
    const previous = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.equal(toHigherFees({ previous, market, capWei: 900n }), undefined);
  });
});
