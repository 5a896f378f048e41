import assert from "node:assert/strict";
import { test } from "node:test";
import type { KyaDecision } from "@agent-registry/sdk";
import { parseWalletList, renderDecisions, toListExitCode } from "./wallet-list.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";
const parse = (text: string) => parseWalletList({ text, name: "wallets.txt" });

test("a list has one wallet a line, with comments, blank lines and any line ends", () => {
  const text = `\uFEFF# Customers\r\n${WALLET}\r\n\r\n  ${OTHER}  # the second one\n${WALLET}`;
  assert.deepEqual(parse(text), [WALLET, OTHER, WALLET]);
  assert.deepEqual(parse(`eip155:84532:${WALLET}`), [`eip155:84532:${WALLET}`]);
});

test("every bad line is named with its number, a wrong checksum as well", () => {
  const mistyped = WALLET.replace("C51812", "c51812");
  assert.throws(() => parse(`${WALLET}\n\n0x12\n# fine\n${mistyped}\n${WALLET} ${OTHER}\n`), {
    reason: "invalid-input",
    message: `wallets.txt has lines that are no wallet address (0x and 40 hex digits): line 3: 0x12; line 5: ${mistyped} (a wrong checksum: ${WALLET} if every digit is right); line 6: ${`${WALLET} ${OTHER}`.slice(0, 60)}. Nothing was asked.`,
  });
});

test("of many bad lines the first few are told, without what a terminal would obey", () => {
  assert.throws(() => parse(`a\u001b[2J\n${"b\n".repeat(8)}`), {
    message: /line 1: a\uFFFD\[2J; line 2: b; .*line 5: b; and 4 more\. Nothing was asked\.$/,
  });
});

test("a list without a wallet is no list of admissible wallets", () => {
  for (const text of ["", "\n\n", "# nobody yet\n"]) assert.throws(() => parse(text), /names no wallet/);
});

function decision(overrides: Partial<KyaDecision> = {}): KyaDecision {
  return {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    isRegistered: true,
    isCompliant: true,
    agentId: 7,
    admissible: true,
    objections: [],
    checkedAt: "2026-03-01T12:00:00.000Z",
    source: "api",
    block: { number: 12, hash: `0x${"11".repeat(32)}` },
    ...overrides,
  };
}

const refused = { admissible: false } as const;
const suspended = decision({
  ...refused,
  isCompliant: false,
  objections: ["suspended", "wallet-not-agreed"],
});
const stranger = decision({
  ...refused,
  isRegistered: false,
  isCompliant: false,
  agentId: null,
  objections: ["not-registered"],
});
const orphan = decision({ ...refused, objections: ["ancestor-revoked"] });

test("the exit code is 0 only if all are admissible, else that of the worst", () => {
  assert.equal(toListExitCode([decision(), decision()]), 0);
  assert.equal(toListExitCode([decision(), orphan]), 4);
  assert.equal(toListExitCode([stranger, orphan]), 3);
  assert.equal(toListExitCode([orphan, stranger, suspended]), 2);
});

test("people get a row for each wallet, and the sum", () => {
  const lines = renderDecisions([decision(), stranger, suspended]);
  assert.deepEqual(
    lines.map((line) => line.replace(/ {2,}/g, " | ")),
    [
      "WALLET | AGENT | ADMISSIBLE | OBJECTIONS",
      "0x70997970C51812dc3A010C7d01b50e0d17dc79C8 | 7 | yes",
      "0x70997970C51812dc3A010C7d01b50e0d17dc79C8 | - | NO | not-registered",
      "0x70997970C51812dc3A010C7d01b50e0d17dc79C8 | 7 | NO | suspended, wallet-not-agreed",
      "",
      "1 of 3 wallets are admissible, by the query API at block 12, 2026-03-01T12:00:00.000Z.",
    ],
  );
});
