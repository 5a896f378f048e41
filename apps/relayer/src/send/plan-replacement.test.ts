import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { planReplacement } from "./plan-replacement.ts";

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
  market: { baseFeePerGas: 100n, tip: 10n },
  capWei: 10_000n,
  now: 16_000,
  patienceMs: 15_000,
};

describe("planReplacement", () => {
  it("bids more for the next in line once patience is over", () => {
    assert.deepEqual(planReplacement(stuck), { maxFeePerGas: 226n, maxPriorityFeePerGas: 12n });
    assert.equal(planReplacement({ ...stuck, now: 15_999 }), undefined);
  });

  it("counts patience from the newest attempt", () => {
    const attempts = [attempt, { ...attempt, createdAt: 10_000 }];
    assert.equal(planReplacement({ ...stuck, attempts }), undefined);
  });

  it("lets one further back wait, unless the base fee has passed its bid", () => {
    assert.equal(planReplacement({ ...stuck, isNextInLine: false }), undefined);
    const market = { baseFeePerGas: 300n, tip: 10n };
    assert.equal(planReplacement({ ...stuck, isNextInLine: false, market })?.maxFeePerGas, 610n);
  });
});
