import assert from "node:assert/strict";
import { it } from "node:test";
import { findCircles } from "./find-circles.ts";

const toEdges = (text: string) =>
  text.split(" ").map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1) }));

it("finds no circle if two ways lead to the same file", () => {
  assert.deepEqual(findCircles(toEdges("ab ac bd cd")), []);
});

it("finds a circle behind a way that leads into it, and a file that imports itself", () => {
  assert.deepEqual(findCircles(toEdges("ab bc cd db")), [["b", "c", "d", "b"]]);
  assert.deepEqual(findCircles(toEdges("aa")), [["a", "a"]]);
});
