import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import type { Story } from "./filing-stories.ts";
import { foldAttestations } from "./fold-attestations.ts";

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
