import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import type { Story } from "./filing-stories.ts";
import { foldAttestations, parseUnfolded, toggleLine } from "./history-lines.ts";

const toStory = (kind: Filing["kind"], number: number) =>
  ({ number, filing: { kind }, others: [], older: [] }) as unknown as Story;

function fold(...kinds: Filing["kind"][]) {
  const stories = kinds.map((kind, index) => toStory(kind, kinds.length - index));
  return foldAttestations(stories).map((line) =>
    line.kind === "story" ? line.story.number : line.stories.map(({ number }) => number),
  );
}

test("attestations in a row are one line, and what is between them stands alone", () => {
  assert.deepEqual(
    fold("attested", "attested", "attested", "status-changed", "attested", "attested", "registered"),
    [[7, 6, 5], 4, [3, 2], 1],
  );
});

test("a single attestation is a line like any other", () => {
  assert.deepEqual(fold("attested", "revenue-reported", "attested", "registered"), [4, 3, 2, 1]);
  assert.deepEqual(fold(), []);
});

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
