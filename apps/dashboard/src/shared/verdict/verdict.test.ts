import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Agreement } from "./agreement.ts";
import { toVerdict } from "./verdict.ts";

const DAY = 86_400;
const NOW_MS = Date.parse("2026-11-15T12:00:00.000Z");
const AGREED: Agreement = { kind: "agreed" };
const MISSING: Agreement = { kind: "missing", parties: ["haftungsperson"] };

const verdictAt = (ageSeconds: number, agreement: Agreement = AGREED) =>
  toVerdict({ status: "Active", ageSeconds, nowMs: NOW_MS, agreement });

describe("the verdict on an active agent", () => {
  it("an active agent is compliant until its attestation is seven days old, and not a second longer", () => {
    assert.equal(verdictAt(7 * DAY).isCompliant, true);
    assert.equal(verdictAt(7 * DAY + 1).isCompliant, false);
  });

  it("the tone of an agreed agent follows the age of the attestation", () => {
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

describe("the verdict on a compliant agent and its agreement", () => {
  it("only what wallet and Haftungsperson have agreed to is green, and may be served", () => {
    const { tone, agreement, advice } = verdictAt(2 * DAY);
    assert.equal(tone, "green");
    assert.equal(agreement, "Wallet and Haftungsperson have agreed.");
    assert.equal(advice, "You may provision services.");
    const others: Agreement[] = [
      MISSING,
      ...(["reading", "unreadable", "refused", "released", "self-liable"] as const).map((kind) => ({ kind })),
    ];
    for (const other of others) {
      const verdict = verdictAt(2 * DAY, other);
      assert.notEqual(verdict.tone, "green", other.kind);
      assert.doesNotMatch(verdict.advice ?? "", /You may/, other.kind);
    }
  });

  it("a missing agreement is amber, and the verdict waits for those who are missing", () => {
    const one = verdictAt(DAY, MISSING);
    assert.deepEqual([one.tone, one.advice], ["yellow", "Do not provision services until it has."]);
    assert.equal(one.agreement, "The Haftungsperson has not agreed to answer for this agent.");
    const both = verdictAt(DAY, { kind: "missing", parties: ["wallet", "haftungsperson"] });
    assert.equal(both.advice, "Do not provision services until both have.");
  });

  it("one key as wallet and Haftungsperson is amber, and waits for somebody else", () => {
    const { tone, advice } = verdictAt(DAY, { kind: "self-liable" });
    const until = "Do not provision services until somebody else takes over as Haftungsperson.";
    assert.deepEqual([tone, advice], ["yellow", until]);
    assert.equal(verdictAt(8 * DAY, { kind: "self-liable" }).advice, "Do not provision services.");
  });

  it("a refusal is red and named, even if a regulator reactivated the agent", () => {
    const { tone, agreement } = verdictAt(DAY, { kind: "refused" });
    assert.deepEqual([tone, agreement], ["red", "The Haftungsperson refused to answer for this agent."]);
  });

  it("an agreement that cannot be read is said to be unknown", () => {
    const { tone, agreement, advice } = verdictAt(DAY, { kind: "unreadable" });
    assert.equal(tone, "yellow");
    assert.match(`${agreement} ${advice}`, /cannot be read at the moment\. Do not provision/);
  });

  it("there is no advice before the agreement is read", () => {
    const { tone, advice } = verdictAt(DAY, { kind: "reading" });
    assert.deepEqual([tone, advice], ["grey", null]);
  });

  it("a lapsed agent without agreement is not one to serve once it attests", () => {
    assert.equal(verdictAt(8 * DAY).advice, "Do not provision services until it attests again.");
    assert.equal(verdictAt(8 * DAY, MISSING).advice, "Do not provision services.");
    assert.match(verdictAt(8 * DAY, MISSING).agreement ?? "", /has not agreed/);
  });
});
