import { TABLES } from "../index-store/schema.ts";
import { columnsOf, type SnapshotTable, type ValueRow } from "./format.ts";

/** Compares rows of a table by their keys, as both engines sort them. */
export function createKeyComparison(table: SnapshotTable): (a: ValueRow, b: ValueRow) => number {
  const columns = columnsOf(table);
  const places = TABLES[table].key.map((column) => columns.indexOf(column));
  return function compareKeys(a, b) {
    for (const place of places) {
      const [left, right] = [a[place], b[place]];
      if (left === right) continue;
      if (typeof left === "number" && typeof right === "number") return left - right;
      // By bytes: JavaScript compares by UTF-16, which sorts characters beyond the first 65,536 elsewhere.
      return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
    }
    return 0;
  };
}
