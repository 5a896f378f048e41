import { settleCounters } from "../../index/apply/counters.ts";
import { undoFilings } from "../../index/apply/undo-filings.ts";
import type { BlockRow, Row } from "../../index/schema.ts";
import { columnsOf, createKeyComparison, type SnapshotTable, toRowLine, type ValueRow } from "../format.ts";
import type { IndexSource } from "./open-index-source.ts";

/** How a row was at the block of the snapshot. */
type UndoneRow = {
  /** Holds the key even if there was no such row. */
  row: ValueRow;
  existed: boolean;
};

type Options = Pick<IndexSource, "db" | "load"> & { checkpoint: BlockRow; block: BlockRow };

/**
 * The rows that were different at an earlier block, by table and in the order of their keys. They are
 * computed by the same code that takes filings back after a reorganisation, in memory: the index stays as it
 * is, and no process waits.
 */
export async function findUndoneRows({ db, load, checkpoint, block }: Options) {
  const undone = new Map<SnapshotTable, UndoneRow[]>();
  if (checkpoint.last_sequence === block.last_sequence) return undone;
  const change = await undoFilings({ load, db, checkpoint, ancestor: block });
  const states = change.changedAgents().flatMap(({ rows }) => rows);
  const columns = columnsOf("agents") as (keyof Row<"agents">)[];
  const agents = await load(
    "agents",
    states.map(({ agent_id }) => ({ agent_id })),
    columns,
  );
  const before = new Map(agents.map((agent) => [agent.agent_id, agent]));
  add("agents", {
    rows: states.map((state) => ({ ...before.get(state.agent_id), ...state })),
    empty: change.removedIds().map((agent_id) => ({ agent_id })),
  });
  for (const { table, ...settled } of await settleCounters({ load, db, counters: change.counters }))
    add(table, settled);
  return undone;

  function add(table: SnapshotTable, { rows, empty }: { rows: object[]; empty: object[] }): void {
    const names = columnsOf(table);
    const toRow = (row: object, existed: boolean): UndoneRow => ({
      row: names.map((name) => (row as Record<string, string | number | null>)[name] ?? null),
      existed,
    });
    const compareKeys = createKeyComparison(table);
    const all = [...rows.map((row) => toRow(row, true)), ...empty.map((key) => toRow(key, false))];
    undone.set(
      table,
      all.sort((a, b) => compareKeys(a.row, b.row)),
    );
  }
}

/** The lines of a table, in which the rows as they were replace the stored ones. Both are in key order. */
export async function* mergeUndone(
  table: SnapshotTable,
  stored: AsyncIterable<string[]>,
  undone: UndoneRow[],
): AsyncGenerator<string[]> {
  const compareKeys = createKeyComparison(table);
  let next = 0;
  for await (const lines of stored) {
    if (next === undone.length) {
      yield lines;
      continue;
    }
    const merged: string[] = [];
    for (const line of lines) {
      const row = JSON.parse(line) as ValueRow;
      let replacing: UndoneRow | undefined;
      for (let other = undone[next]; other !== undefined; other = undone[next]) {
        const order = compareKeys(other.row, row);
        if (order > 0) break;
        next += 1;
        if (order === 0) replacing = other;
        else if (other.existed) merged.push(toRowLine(other.row));
      }
      if (replacing === undefined) merged.push(line);
      else if (replacing.existed) merged.push(toRowLine(replacing.row));
    }
    yield merged;
  }
  yield undone
    .slice(next)
    .filter(({ existed }) => existed)
    .map(({ row }) => toRowLine(row));
}
