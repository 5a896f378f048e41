import assert from "node:assert/strict";
import test from "node:test";
import { parseAskedMoment, toMomentQuery } from "./asked-moment.ts";

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
