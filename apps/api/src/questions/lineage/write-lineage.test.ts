import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LineageNode } from "@agent-registry/protocol";
import { writeLineage } from "./lineage.ts";
import type { LineageRow } from "./read-lineage.ts";

type Family = { wide: number; deep: number };

/** Without a checksum, which takes long to make, and which `writeLineage` does not look at. */
function testRow({ agentId = 1, ...rest }: Partial<LineageRow> = {}): LineageRow {
  const agentWallet = `0x${agentId.toString(16).padStart(40, "0")}` as const;
  return { agentId, agentWallet, generation: 0, status: "Active", parentAgentId: 0, childCount: 0, ...rest };
}

/** A family in which every agent has the same number of children, as rows in the order of their ids. */
function familyOf({ wide, deep }: Family): LineageRow[] {
  const rows: LineageRow[] = [testRow({ childCount: deep > 0 ? wide : 0 })];
  let parents = rows;
  for (let generation = 1; generation <= deep; generation += 1) {
    const firstId = rows.length + 1;
    const children = parents.flatMap(({ agentId: parentAgentId }, position) =>
      Array.from({ length: wide }, (_, index) => {
        const agentId = firstId + position * wide + index;
        return testRow({ agentId, parentAgentId, generation, childCount: generation < deep ? wide : 0 });
      }),
    );
    rows.push(...children);
    parents = children;
  }
  return rows;
}

function toNode(rows: readonly LineageRow[], root: LineageRow | undefined): LineageNode {
  assert.ok(root);
  return {
    agentId: root.agentId,
    wallet: root.agentWallet,
    generation: root.generation,
    status: root.status,
    children: rows.filter((row) => row.parentAgentId === root.agentId).map((row) => toNode(rows, row)),
  };
}

async function collect(rows: readonly LineageRow[]): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of writeLineage(rows)) pieces.push(piece);
  return pieces;
}

describe("writeLineage", () => {
  for (const family of [
    { wide: 0, deep: 0 },
    { wide: 1, deep: 10 },
    { wide: 3, deep: 4 },
    { wide: 50, deep: 1 },
  ]) {
    it(`writes a tree ${family.wide} wide and ${family.deep} deep as JSON.stringify would`, async () => {
      const rows = familyOf(family);
      assert.equal((await collect(rows)).join(""), JSON.stringify(toNode(rows, rows[0])));
    });
  }

  it("notes at each node how many of its children a tree that was cut leaves out", async () => {
    const rows = familyOf({ wide: 3, deep: 2 }).slice(0, 6);
    const root: LineageNode = JSON.parse((await collect(rows)).join(""));
    assert.equal("note" in root, false);
    assert.deepEqual(
      root.children.map(({ children, note }) => [children.length, note]),
      [
        [2, "Showing 2 of 3 children"],
        [0, "Showing 0 of 3 children"],
        [0, "Showing 0 of 3 children"],
      ],
    );
  });

  it("writes the note of a node as its last key", async () => {
    const row = testRow({ childCount: 73 });
    const expected = { ...toNode([], row), note: "Showing 0 of 73 children" };
    assert.deepEqual(await collect([row]), [JSON.stringify(expected)]);
  });

  it("writes a large tree in pieces that do not grow with it", async () => {
    const pieces = await collect(familyOf({ wide: 50, deep: 2 }));
    assert.ok(pieces.length > 4);
    for (const piece of pieces) assert.ok(piece.length < 70_000);
  });

  it("lets other requests be answered while it goes through the rows of a large tree", async () => {
    const rows = familyOf({ wide: 25, deep: 3 });
    assert.ok(rows.length > 10_000);
    let isOtherAnswered = false;
    setImmediate(() => (isOtherAnswered = true));
    await writeLineage(rows).next();
    assert.ok(isOtherAnswered);
  });
});
