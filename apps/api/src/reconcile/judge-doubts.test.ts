import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { judgeDoubts } from "./doubts.ts";

const doubtful = [
  { agent_id: 1, block_number: 10 },
  { agent_id: 2, block_number: 10 },
  { agent_id: 3, block_number: 12 },
];

describe("a look at doubtful agents", () => {
  it("drops the doubts about those that are right by now", () => {
    const look = { mismatches: [{ agentId: 2 }], block: { number: 12 } };
    assert.deepEqual(judgeDoubts(doubtful, look), { wrong: [2], right: [1, 3], areAllSeen: true });
  });

  it("drops no doubt by what an older block says", () => {
    const look = { mismatches: [], block: { number: 11 } };
    assert.deepEqual(judgeDoubts(doubtful, look), { wrong: [], right: [1, 2], areAllSeen: false });
    const older = { mismatches: [], block: { number: 9 } };
    assert.deepEqual(judgeDoubts(doubtful, older), { wrong: [], right: [], areAllSeen: false });
  });
});
