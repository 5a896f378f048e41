import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createStatusBoard } from "./status-board.ts";

const POLL_MS = 2_000;
const OUTAGE_MS = 66_000;

function createBoard() {
  let nowMs = 1_000_000;
  const board = createStatusBoard({ clock: { now: () => nowMs }, keptBlocks: 256, pollIntervalMs: POLL_MS });
  const isCaughtUp = () => board.read().isCaughtUp;
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const head = (number: number) => ({ number, timestamp: Math.floor(nowMs / 1000) });
  board.headSeen(head(10));
  board.indexed(10);
  board.reachedHead();
  return { board, isCaughtUp, pass, head };
}

describe("status board", () => {
  it("does not call the index behind for a block that it just heard of", () => {
    const { board, isCaughtUp, pass, head } = createBoard();
    pass(POLL_MS);
    board.headSeen(head(11));
    assert.equal(isCaughtUp(), true);
    pass(9_000);
    assert.equal(isCaughtUp(), true);
  });

  it("calls it behind when that block is not applied for long", () => {
    const { board, isCaughtUp, pass, head } = createBoard();
    pass(POLL_MS);
    board.headSeen(head(11));
    pass(10_001);
    assert.equal(isCaughtUp(), false);
    board.indexed(11);
    board.reachedHead();
    assert.equal(isCaughtUp(), true);
  });

  it("calls it behind at once when nodes answer again after an outage, however few blocks it missed", () => {
    const { board, isCaughtUp, pass, head } = createBoard();
    pass(OUTAGE_MS);
    board.headSeen(head(43));
    assert.equal(isCaughtUp(), false);
    assert.equal(board.read().problem, "The index is at block 10 of 43");
    board.indexed(43);
    board.reachedHead();
    assert.equal(isCaughtUp(), true);
  });

  it("takes an outage without a new block for none", () => {
    const { board, isCaughtUp, pass, head } = createBoard();
    pass(OUTAGE_MS);
    board.headSeen(head(10));
    assert.equal(isCaughtUp(), true);
  });
});
