import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { shareOut } from "./settle-mined.ts";

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
});
