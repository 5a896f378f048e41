import assert from "node:assert/strict";
import { test } from "node:test";
import type { KyaDecision } from "@agent-registry/sdk";
import { renderDecisions, toListExitCode } from "./report-decisions.ts";

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
