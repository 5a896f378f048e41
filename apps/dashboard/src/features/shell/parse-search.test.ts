import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseSearch } from "./parse-search.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("parseSearch", () => {
  for (const [text, target] of [
    ["  ", null],
    ["17", { path: "/agents/17" }],
    ["#017", { path: "/agents/17" }],
    ["rail vehicles", { path: "/agents?search=rail+vehicles" }],
    ["0x7099", { path: "/agents?search=0x7099" }],
    [WALLET.toLowerCase(), { wallet: WALLET }],
    [`0X${WALLET.slice(2)}`, { wallet: WALLET }],
    [`${WALLET}00`, { path: `/kya?wallet=${WALLET}00` }],
  ] as const) {
    it(`takes "${text}" for ${JSON.stringify(target)}`, () => assert.deepEqual(parseSearch(text), target));
  }
});
