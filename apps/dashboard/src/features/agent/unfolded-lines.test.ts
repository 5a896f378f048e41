import assert from "node:assert/strict";
import test from "node:test";
import { parseUnfolded, toggleLine } from "./unfolded-lines.ts";

const parse = (value: string) => parseUnfolded(new URLSearchParams({ attestations: value }));
const toggle = (unfolded: number[], line: number[]) => toggleLine({ unfolded, line }).attestations;

test("a line is unfolded beside the others, and folded again", () => {
  assert.equal(toggle([], [9, 8, 7]), "9");
  assert.equal(toggle(parse("9"), [4, 3]), "4.9");
  assert.equal(toggle(parse("4.9"), [9, 8, 7]), "4");
  assert.equal(toggle(parse("4"), [4, 3]), "");
});

test("a line stays unfolded, and can be folded, when newer and older attestations have joined it", () => {
  assert.equal(toggle(parse("8"), [11, 10, 9, 8, 7, 6]), "");
  assert.equal(toggle(parse("8.6.2"), [11, 10, 9, 8, 7, 6]), "2");
});

test("an address that names no filings unfolds nothing", () => {
  assert.deepEqual(parseUnfolded(new URLSearchParams()), []);
  assert.deepEqual(parse("each.-1.0.1e99..2"), [2]);
});

test("the address stays short, and the line that was chosen last is always unfolded", () => {
  const many = parse(Array.from({ length: 5_000 }, (_, index) => index + 2).join("."));
  const value = String(toggle(many, [1]));
  assert.ok(value.length < 400, value);
  assert.equal(parse(value)[0], 1);
});
