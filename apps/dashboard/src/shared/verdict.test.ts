import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findStatusFiling, type StatusFiling, toActor, toQuote, toQuoteEnd, toVerdict } from "./verdict.ts";

const DAY = 86_400;
const NOW_MS = Date.parse("2026-11-15T12:00:00.000Z");
const PARTIES = { agentWallet: "0xWallet", creator: "0xCreator", haftungsperson: "0xPerson" };

function statusFiling(overrides: Partial<StatusFiling> = {}): StatusFiling {
  return {
    kind: "status-changed",
    timestamp: "2026-11-12T12:00:00.000Z",
    blockNumber: 1,
    transactionHash: "0x1",
    actor: "0xRegulator" as `0x${string}`,
    oldStatus: "Active",
    newStatus: "Suspended",
    reason: "unanswered complaints",
    ...overrides,
  };
}

describe("the verdict on an active agent", () => {
  const verdictAt = (ageSeconds: number) => toVerdict({ status: "Active", ageSeconds, nowMs: NOW_MS });

  it("an active agent is compliant until its attestation is seven days old, and not a second longer", () => {
    assert.equal(verdictAt(7 * DAY).isCompliant, true);
    assert.equal(verdictAt(7 * DAY + 1).isCompliant, false);
  });

  it("the tone follows the age of the attestation", () => {
    assert.deepEqual(
      [5 * DAY - 1, 5 * DAY, 7 * DAY + 1].map((age) => verdictAt(age).tone),
      ["green", "yellow", "red"],
    );
  });

  it("the sentence says how long the attestation holds", () => {
    assert.match(verdictAt(2 * DAY).sentence, /holds for another 5 days\./);
    assert.match(verdictAt(5 * DAY + 7 * 3_600).sentence, /lapses in 1 day 17 hours\./);
  });

  it("the sentence says since when the attestation has lapsed, from the first second on", () => {
    assert.match(verdictAt(7 * DAY + 1).sentence, /^The last attestation lapsed 1 second ago;/);
    assert.match(verdictAt(7 * DAY + 120).sentence, /lapsed 2 minutes ago; it is due every 7 days\.$/);
    assert.match(verdictAt(9 * DAY + 3_600).sentence, /lapsed 2 days 1 hour ago/);
  });
});

describe("the verdict on a stopped agent", () => {
  it("a stopped agent is not compliant, however fresh its attestation is", () => {
    for (const status of ["Suspended", "Revoked", "Terminated"] as const)
      assert.equal(toVerdict({ status, ageSeconds: 0, nowMs: NOW_MS }).isCompliant, false);
  });

  it("the verdict says who stopped an agent, when, and why", () => {
    const verdict = toVerdict({
      status: "Suspended",
      ageSeconds: 0,
      nowMs: NOW_MS,
      statusFiling: statusFiling(),
    });
    assert.equal(verdict.sentence, "Suspended by a regulator 3 days ago");
    assert.equal(verdict.quote, "unanswered complaints");
  });

  it("the verdict names the party that terminated an agent", () => {
    const filing = statusFiling({ newStatus: "Terminated", actor: "0xWallet" as `0x${string}`, reason: "" });
    const verdict = toVerdict({
      status: "Terminated",
      ageSeconds: 0,
      nowMs: NOW_MS,
      statusFiling: filing,
      parties: PARTIES,
    });
    assert.equal(verdict.sentence, "Terminated by the agent’s wallet 3 days ago");
    assert.equal(verdict.quote, null);
  });

  it("the reason does not come from an earlier change", () => {
    const verdict = toVerdict({
      status: "Revoked",
      ageSeconds: 0,
      nowMs: NOW_MS,
      statusFiling: statusFiling(),
    });
    assert.equal(verdict.sentence, "Revoked");
    assert.equal(verdict.quote, null);
  });
});

describe("the reason in a verdict", () => {
  it("a reason is quoted without the blanks around it, and not at all if it is blank", () => {
    assert.deepEqual([" pending audit \n", "  ", ""].map(toQuote), ["pending audit", null, null]);
  });

  it("a quoted reason is followed by one full stop, its own or ours", () => {
    assert.deepEqual(["On its own.", "Why?", "Stop!", "and so on…", "pending audit"].map(toQuoteEnd), [
      "",
      "",
      "",
      "",
      ".",
    ]);
  });

  it("the reason comes from the newest change to the present status", () => {
    const newest = statusFiling({ reason: "second" });
    const filings = [
      statusFiling({ newStatus: "Active", oldStatus: "Suspended", reason: "" }),
      newest,
      statusFiling({ reason: "first" }),
    ];
    assert.equal(findStatusFiling({ filings, status: "Suspended" }), newest);
    assert.equal(findStatusFiling({ filings, status: "Revoked" }), undefined);
  });
});

describe("toActor", () => {
  it("the actor of a filing is named by the party whose address it is", () => {
    const by = (actor: string) =>
      toActor({
        filing: statusFiling({ newStatus: "Terminated", actor: actor as `0x${string}` }),
        parties: PARTIES,
      });
    assert.deepEqual(["0xPerson", "0xCreator", "0xElse"].map(by), [
      "by the Haftungsperson",
      "by the creator",
      "by another party",
    ]);
  });
});
