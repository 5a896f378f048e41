import assert from "node:assert/strict";
import test from "node:test";
import { toFiguresWords, toRefreshedWords } from "./refreshed-words.ts";

const NOW_MS = 1_800_000_000_000;

test("an answer made for this request says only when it came", () => {
  const times = { refreshedAtMs: NOW_MS - 3_000, asOfMs: NOW_MS - 8_000, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "Refreshed 3 seconds ago");
  assert.equal(toFiguresWords(times), null);
});

test("an answer from the API's cache says how old the figures are", () => {
  const times = { refreshedAtMs: NOW_MS, asOfMs: NOW_MS - 140_000, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "Refreshed just now");
  assert.equal(toFiguresWords(times), "figures as of 2 minutes ago");
});

test("nothing is said before the first answer", () => {
  const times = { refreshedAtMs: 0, asOfMs: 0, nowMs: NOW_MS };
  assert.equal(toRefreshedWords(times), "");
  assert.equal(toFiguresWords(times), null);
});
