import assert from "node:assert/strict";
import test from "node:test";
import { parseAskedMoment } from "./asked-moment.ts";
import { toAnsweredWords, toMomentWords, toNotYetSentence } from "./moment-words.ts";

function past(query: string) {
  const asked = parseAskedMoment(new URLSearchParams(query));
  assert.equal(asked.kind, "past");
  return asked as Extract<typeof asked, { kind: "past" }>;
}

test("a moment is named as it was asked for", () => {
  assert.equal(toMomentWords(past("at=2026-03-01")), "on 1 March 2026");
  assert.equal(toMomentWords(past("at=2026-03-01T12:30Z")), "on 1 March 2026 at 12:30:00 UTC");
  assert.equal(toMomentWords(past("block=12345")), "at block 12,345");
});

test("the answer adds the block to a time, and the time to a block", () => {
  const asOf = { timestamp: "2026-03-01T10:00:00.000Z", block: 123 };
  assert.equal(toAnsweredWords(past("at=2026-03-01"), asOf), "on 1 March 2026, block 123");
  assert.equal(toAnsweredWords(past("block=123"), asOf), "at block 123, 1 March 2026 at 10:00:00 UTC");
  assert.equal(toAnsweredWords(past("at=2026-03-01"), { ...asOf, block: null }), "on 1 March 2026");
});

test("a moment that has not come is told from a day that is not over", () => {
  const message = "Not yet: the register is at block 100 of 2026-03-01T12:00:00.000Z";
  const newest = "Its newest block is 100 of 1 March 2026 at 12:00:00 UTC.";
  const sentence = (query: string) => toNotYetSentence(past(query), message);
  assert.equal(
    sentence("at=2026-03-01"),
    `1 March 2026 is not over yet. The register tells how an entry stood at the end of a day. ${newest}`,
  );
  assert.equal(sentence("at=2026-03-02"), `The register has not come to 2 March 2026 yet. ${newest}`);
  assert.equal(sentence("block=101"), `The register has not come to block 101 yet. ${newest}`);
  assert.equal(toNotYetSentence(past("block=101"), "Invalid time: must be one"), null);
});
