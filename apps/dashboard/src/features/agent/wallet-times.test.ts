import assert from "node:assert/strict";
import test from "node:test";
import { toWalletTimes } from "./wallet-times.ts";

const REGISTERED = "2026-03-01T12:00:00.000Z";
const FIRST_CHANGE = "2026-06-10T12:00:00.000Z";
const SECOND_CHANGE = "2026-10-03T12:00:00.000Z";
const transactionHash = `0x${"1".repeat(64)}` as const;
const toWallet = (digit: string, since: string, until: string | null) => ({
  wallet: `0x${digit.repeat(40)}` as const,
  since,
  until,
  transactionHash,
});
const three = [
  toWallet("3", SECOND_CHANGE, null),
  toWallet("2", FIRST_CHANGE, SECOND_CHANGE),
  toWallet("1", REGISTERED, FIRST_CHANGE),
];
const [, second, first] = three.map(({ wallet }) => wallet);

test("a wallet that was never replaced has no date of its own: the registration says it", () => {
  const data = [toWallet("1", REGISTERED, null)];
  assert.deepEqual(toWalletTimes({ data, total: 1 }, null), { since: null, former: [], rest: 0 });
});

test("each former wallet has the day on which another took its place", () => {
  assert.deepEqual(toWalletTimes({ data: three, total: 3 }, null), {
    since: "3 Oct 2026",
    former: [
      { wallet: second, until: "3 Oct 2026" },
      { wallet: first, until: "10 Jun 2026" },
    ],
    rest: 0,
  });
});

test("a moment of the past knows nothing of a later wallet; that of the change has the new one", () => {
  const at = (asOf: string) => toWalletTimes({ data: three, total: 3 }, asOf);
  assert.deepEqual(at("2026-04-01T00:00:00.000Z"), { since: null, former: [], rest: 0 });
  assert.deepEqual(at(FIRST_CHANGE), {
    since: "10 Jun 2026",
    former: [{ wallet: first, until: "10 Jun 2026" }],
    rest: 0,
  });
});

test("wallets that the answer leaves out are counted", () => {
  const times = toWalletTimes({ data: three.slice(0, 1), total: 3 }, null);
  assert.deepEqual(times, { since: "3 Oct 2026", former: [], rest: 2 });
});
