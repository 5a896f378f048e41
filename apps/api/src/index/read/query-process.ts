// Runs slow SQLite queries in a process of its own: node:sqlite answers synchronously, and a search through a
// million agents would hold up all other requests. Not a thread: one that is inside a query cannot be ended.
// It imports little, so that it starts quickly.
import { constants } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { lowerPriority } from "../../lower-priority.ts";

// Where processors are few, look-ups go first.
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const database = new DatabaseSync(process.argv[2] ?? "", { readOnly: true });
// The file is mapped into memory up to a gigabyte: an index's pages are then read where the system has them.
database.exec(`PRAGMA busy_timeout = 5000; PRAGMA mmap_size = ${2 ** 30}`);

process.on("message", ({ sql, parameters }: { sql: string; parameters: (string | number | null)[] }) => {
  try {
    process.send?.({ rows: database.prepare(sql).all(...parameters) });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
