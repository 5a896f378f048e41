import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseWallet } from "./parse-wallet.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("parseWallet", () => {
  it("a checksummed or a lower-case address is taken, also with spaces around it", () => {
    assert.deepEqual(parseWallet(` ${WALLET}\n`), { ok: true, wallet: WALLET });
    assert.deepEqual(parseWallet(WALLET.toLowerCase()), { ok: true, wallet: WALLET });
    assert.deepEqual(parseWallet(`0X${WALLET.slice(2)}`), { ok: true, wallet: WALLET });
  });

  for (const [input, problem] of [
    ["", /^Enter a wallet/],
    ["70997970C51812dc3A010C7d01b50e0d17dc79C8", /starts with 0x/],
    [`${WALLET.slice(0, -1)}g`, /only the digits/],
    [WALLET.slice(0, -1), /this one has 39/],
    [`${WALLET}0`, /this one has 41/],
    [WALLET.replace("dc3A", "Dc3A"), /checksum/],
    [`0x${WALLET.slice(2).toUpperCase()}`, /^In capitals alone .* lower case\.$/],
    [`0x${"A".repeat(40)}`, /^In capitals alone/],
  ] as const) {
    it(`the problem with "${input}" is explained`, () => {
      const parsed = parseWallet(input);
      assert.equal(parsed.ok, false);
      assert.match(parsed.ok ? "" : parsed.problem, problem);
    });
  }
});
