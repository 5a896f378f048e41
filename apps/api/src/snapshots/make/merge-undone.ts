import { createKeyComparison, type SnapshotTable, toRowLine, type ValueRow } from "../format.ts";
import type { UndoneRow } from "./find-undone-rows.ts";

/**
 * The lines of a table with those rows that are known to have been different in their places. Both come in the order
 * of keys.
 */
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
