import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createWalletTable } from "./wallet-table.ts";

/** The same wallets in every run; neighbours differ in one digit. */
const toWallet = (number: number) =>
  `0x${(number >>> 4).toString(16).padStart(8, "0").repeat(4)}0000000${(number & 15).toString(16)}`;

describe("a wallet table", () => {
  it("keeps what a Map keeps, and forgets the oldest first, while it grows, is full, and goes round", () => {
    const maxRows = 5_000;
    const table = createWalletTable(maxRows);
    const map = new Map<string, number>();
    let state = 7;
    for (let i = 0; i < 20_000; i += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const wallet = toWallet(state >>> 18);
      if (!map.has(wallet) && map.size === maxRows) {
        const [first = ""] = map.keys();
        map.delete(first);
      }
      map.set(wallet, i);
      table.set(table.add(wallet), 2, i);
      if (i % 4_000 !== 3_999) continue;
      for (let number = 0; number < 16_384; number += 1) {
        const asked = toWallet(number);
        const row = table.find(asked);
        assert.equal(row < 0 ? undefined : table.get(row, 2), map.get(asked));
      }
    }
    assert.equal(map.size, maxRows);
  });

  it("finds a wallet in small and in capital letters, and nothing that is no wallet", () => {
    const table = createWalletTable(10);
    const wallet = "0xabcdef0123456789abcdef0123456789abcdef01";
    const row = table.add(wallet);
    assert.equal(table.find(wallet.toUpperCase().replace("0X", "0x")), row);
    const others = [
      "",
      "0x",
      wallet.slice(0, -1),
      `${wallet}0`,
      `1${wallet.slice(1)}`,
      wallet.replace("0x", "00"),
    ];
    for (const other of [...others, wallet.replace("a", "g"), wallet.replace("a", "\u0661")])
      assert.equal(table.find(other), -1, other);
    assert.throws(() => table.add("0x12"), /not an address/);
    assert.throws(() => table.set(row, 10, 1), /fields/);
  });

  it("forgets what it knew of a wallet that gave its row away", () => {
    const table = createWalletTable(1);
    table.set(table.add(toWallet(1)), 0, 77);
    assert.equal(table.get(table.add(toWallet(2)), 0), 0);
    assert.equal(table.find(toWallet(1)), -1);
  });
});
