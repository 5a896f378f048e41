import { TABLES } from "../../index/schema.ts";
import { createKeyComparison, SnapshotError, type SnapshotTable, type ValueRow } from "../format.ts";

/** These are numbered from 1 without gaps. */
const NUMBERED = new Set<SnapshotTable>(["agents", "filings"]);

/** Checks the rows of a table as they come: the kinds of their values, and that each has a higher key than the last. */
export function createRowCheck(table: SnapshotTable) {
  const types: string[] = Object.values(TABLES[table].columns);
  const compareKeys = createKeyComparison(table);
  let last: ValueRow | undefined;

  function isRow(row: unknown): row is ValueRow {
    if (!Array.isArray(row) || row.length !== types.length) return false;
    for (let place = 0; place < types.length; place += 1) {
      const [value, type = ""] = [row[place], types[place]];
      const isRight =
        value === null
          ? type.endsWith("?")
          : type.startsWith("int")
            ? Number.isSafeInteger(value)
            : typeof value === "string" && !value.includes("\0");
      if (!isRight) return false;
    }
    return true;
  }

  return function checkRow(line: string): ValueRow {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      // Whatever it is, it is no row.
    }
    if (!isRow(row)) throw new SnapshotError(`A row of ${table} in the snapshot is not right`);
    const isNext = NUMBERED.has(table)
      ? row[0] === Number(last?.[0] ?? 0) + 1
      : last === undefined || compareKeys(last, row) < 0;
    if (!isNext) throw new SnapshotError(`The rows of ${table} in the snapshot are not in their order`);
    last = row;
    return row;
  };
}
