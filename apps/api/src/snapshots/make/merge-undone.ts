import { createKeyComparison } from "../compare-keys.ts";
import type { SnapshotTable, ValueRow } from "../format.ts";
import type { UndoneRow } from "./find-undone-rows.ts";

/** The rows of a table with those that are known to have been different in their places. Both come in the order of keys. */
export async function* mergeUndone(
  table: SnapshotTable,
  stored: AsyncIterable<ValueRow[]>,
  undone: UndoneRow[],
): AsyncGenerator<ValueRow[]> {
  const compareKeys = createKeyComparison(table);
  let next = 0;
  for await (const rows of stored) {
    if (next === undone.length) {
      yield rows;
      continue;
    }
    const merged: ValueRow[] = [];
    for (const row of rows) {
      let replacing: UndoneRow | undefined;
      for (let other = undone[next]; other !== undefined; other = undone[next]) {
        const order = compareKeys(other.row, row);
        if (order > 0) break;
        next += 1;
        if (order === 0) replacing = other;
        else if (other.existed) merged.push(other.row);
      }
      if (replacing === undefined) merged.push(row);
      else if (replacing.existed) merged.push(replacing.row);
    }
    yield merged;
  }
  yield undone
    .slice(next)
    .filter(({ existed }) => existed)
    .map(({ row }) => row);
}
