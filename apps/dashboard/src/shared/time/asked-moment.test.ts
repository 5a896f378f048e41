import assert from "node:assert/strict";
import test from "node:test";
import {
  parseAskedMoment,
  toAnsweredWords,
  toMomentQuery,
  toMomentWords,
  toNotYetSentence,
} from "./asked-moment.ts";

const parse = (query: string) => parseAskedMoment(new URLSearchParams(query));

test("without a moment, or with an empty one, a page is of the present", () => {
  for (const query of ["", "at=", "at=&block=", "wallet=0x1"])
    assert.deepEqual(parse(query), { kind: "now" });
});

test("a day means its end in UTC", () => {
  assert.deepEqual(parse("at=2026-03-01"), {
    kind: "past",
    moment: { time: "2026-03-01T23:59:59Z" },
    day: "2026-03-01",
  });
});

test("a time keeps its zone, and is UTC without one", () => {
  for (const at of ["2026-03-01T12:30:00Z", "2026-03-01T12:30", "2026-03-01T13:30:00+01:00"])
    assert.deepEqual(parse(`at=${at}`), {
      kind: "past",
      moment: { time: "2026-03-01T12:30:00.000Z" },
      day: null,
    });
});

test("a block is a number", () => {
  assert.deepEqual(parse("block=123"), { kind: "past", moment: { block: 123 }, day: null });
});

test("what is no moment is told in a sentence", () => {
  for (const query of [
    "at=yesterday",
    "at=2026-02-30",
    "at=2026-13-01",
    "at=1969-12-31",
    "at=01.03.2026",
    "block=-1",
    "block=1.5",
    "block=0x10",
    "block=9999999999999999",
    "at=2026-03-01&block=7",
  ]) {
    const asked = parse(query);
    assert.equal(asked.kind, "broken", query);
    assert.match(asked.kind === "broken" ? asked.problem : "", /^[A-Z].+\.$/, query);
  }
});

test("a moment is written into an address as it was asked for", () => {
  for (const query of ["at=2026-03-01", "block=123", "at=2026-03-01T12%3A30%3A00.000Z"]) {
    const asked = parse(query);
    assert.equal(asked.kind === "past" && toMomentQuery(asked), query);
  }
});

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
