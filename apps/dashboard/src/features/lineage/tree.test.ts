import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LineageNode } from "@agent-registry/protocol";
import {
  countLevels,
  countNodes,
  toBranchIds,
  toExtent,
  toFirstOpen,
  toNotePath,
  toTreeMove,
  toTreeRows,
} from "./tree.ts";

function node(agentId: number, children: LineageNode[] = []): LineageNode {
  return { agentId, wallet: "0x0" as `0x${string}`, generation: 0, status: "Active", children };
}

const root = node(1, [node(2, [node(4)]), node(3)]);
const rows = (...open: number[]) => toTreeRows({ root, open: new Set(open) });

describe("the rows of a tree", () => {
  it("a tree's rows are the nodes whose ancestors are all open", () => {
    assert.deepEqual(
      rows(1, 2).map(({ node: { agentId }, level }) => [agentId, level]),
      [
        [1, 1],
        [2, 2],
        [4, 3],
        [3, 2],
      ],
    );
    assert.deepEqual(
      rows(2).map(({ node: { agentId } }) => agentId),
      [1],
    );
  });

  it("a row knows its place among its siblings", () => {
    const last = rows(1).at(-1);
    assert.deepEqual([last?.position, last?.siblings, last?.parentIndex], [2, 2, 0]);
  });

  it("nodes, levels and branches are counted over the whole tree", () => {
    assert.deepEqual([countNodes(root), countLevels(root), toBranchIds(root)], [4, 3, [1, 2]]);
  });

  it("a small tree starts fully open, a large one with its first level only", () => {
    assert.deepEqual(toFirstOpen(root), new Set([1, 2]));
    const large = node(1, [
      node(
        2,
        Array.from({ length: 100 }, (_, index) => node(index + 3)),
      ),
    ]);
    assert.deepEqual(toFirstOpen(large), new Set([1]));
  });
});

describe("how much of a tree is shown", () => {
  it("the sentence says that the whole tree is shown, unless a node has a note", () => {
    assert.equal(toExtent(root), "4 agents on 3 levels.");
    const cut = node(1, [node(2, [{ ...node(3), note: "Showing 0 of 73 children" }])]);
    assert.match(toExtent(cut), /^3 agents on 3 levels are shown\. There are more/);
  });

  it("a note links to the page that shows what is left out", () => {
    assert.equal(toNotePath({ agentId: 7, note: "Showing 50 of 53 children" }), "/agents/7");
    assert.equal(toNotePath({ agentId: 7, note: "Depth limit of 15 levels reached" }), "/lineage/7");
    const both = "Showing 0 of 60 children; Depth limit of 15 levels reached";
    assert.equal(toNotePath({ agentId: 7, note: both }), "/agents/7");
  });
});

describe("keys in a tree", () => {
  const all = rows(1, 2);
  for (const [key, index, move] of [
    ["ArrowDown", 0, { kind: "focus", index: 1 }],
    ["ArrowDown", 3, null],
    ["ArrowUp", 0, null],
    ["Home", 2, { kind: "focus", index: 0 }],
    ["End", 0, { kind: "focus", index: 3 }],
    ["ArrowRight", 0, { kind: "focus", index: 1 }],
    ["ArrowRight", 2, null],
    ["ArrowLeft", 1, { kind: "close", agentId: 2 }],
    ["ArrowLeft", 2, { kind: "focus", index: 1 }],
    [" ", 1, { kind: "close", agentId: 2 }],
    ["Enter", 2, { kind: "visit", agentId: 4 }],
    ["x", 0, null],
  ] as const) {
    it(`${key === " " ? "Space" : key} on row ${index} gives ${JSON.stringify(move)}`, () =>
      assert.deepEqual(toTreeMove({ key, index, rows: all }), move));
  }

  it("ArrowRight on a closed branch opens it", () => {
    assert.deepEqual(toTreeMove({ key: "ArrowRight", index: 1, rows: rows(1) }), {
      kind: "open",
      agentId: 2,
    });
  });
});
