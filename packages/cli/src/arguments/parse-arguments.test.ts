import assert from "node:assert/strict";
import { test } from "node:test";
import { Command } from "commander";
import { addListOptions } from "./list-options.ts";
import { collectNames, parseDecimalAmount, parseId, parseMoment, parseSeconds } from "./parse-arguments.ts";

test("amounts are read exactly, as hundredths", () => {
  assert.equal(parseDecimalAmount("12.50"), 1250);
  assert.equal(parseDecimalAmount("0.1"), 10);
  assert.equal(parseDecimalAmount("1.1"), 110);
  assert.equal(parseDecimalAmount("0"), 0);
  assert.equal(parseDecimalAmount("90071992547409.91"), Number.MAX_SAFE_INTEGER);
  for (const bad of ["1.234", "-1", "1e3", "", ".5", "1,50", "90071992547409.92"]) {
    assert.throws(() => parseDecimalAmount(bad), { code: "commander.invalidArgument" }, bad);
  }
});

test("ids are whole numbers from 1 on", () => {
  assert.equal(parseId("7"), 7);
  for (const bad of ["0", "-1", "1.5", "07", "abc", "9".repeat(20)]) assert.throws(() => parseId(bad), bad);
});

test("moments without a zone are UTC", () => {
  assert.equal(parseMoment("2026-03-31").toISOString(), "2026-03-31T00:00:00.000Z");
  assert.equal(parseMoment("2026-03-31T18:00").toISOString(), "2026-03-31T18:00:00.000Z");
  assert.equal(parseMoment("2026-03-31T18:00:00+02:00").toISOString(), "2026-03-31T16:00:00.000Z");
  for (const bad of ["yesterday", "31.3.2026", "2026-13-01", "2026"])
    assert.throws(() => parseMoment(bad), bad);
});

test("days that are not in the calendar are refused, not moved to the next month", () => {
  for (const bad of [
    "2026-02-30",
    "2026-02-29",
    "2026-04-31",
    "2026-02-30T12:00",
    "2026-06-31T23:00:00-05:00",
  ])
    assert.throws(() => parseMoment(bad), { code: "commander.invalidArgument" }, bad);
  assert.equal(parseMoment("2028-02-29").toISOString(), "2028-02-29T00:00:00.000Z");
  assert.equal(parseMoment("2026-03-31T23:00:00-05:00").toISOString(), "2026-04-01T04:00:00.000Z");
});

test("seconds are plain decimal numbers", () => {
  assert.equal(parseSeconds("3600"), 3600);
  assert.equal(parseSeconds("0.1"), 0.1);
  for (const bad of ["0", "0.0", "-1", "1e-9", "1e3", "0x10", " 5 ", "", "0.01", "Infinity", "1".repeat(9)])
    assert.throws(() => parseSeconds(bad), { code: "commander.invalidArgument" }, bad);
});

test("names are collected over repeated options and commas", () => {
  assert.deepEqual(collectNames("b, c", collectNames("a")), ["a", "b", "c"]);
  assert.throws(() => collectNames("a,,b"), /empty/);
});

test("a status is taken in any case", () => {
  const option = addListOptions(new Command()).options.find(({ long }) => long === "--status");
  const { parseArg, argChoices } = option ?? assert.fail();
  assert.deepEqual(argChoices, ["Active", "Suspended", "Revoked", "Terminated"]);
  for (const typed of ["active", "ACTIVE", "Active"]) assert.equal(parseArg?.(typed, undefined), "Active");
  assert.throws(() => parseArg?.("gone", undefined), { code: "commander.invalidArgument" });
});
