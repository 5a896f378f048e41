// Runs long SQLite queries in a thread of its own: node:sqlite answers synchronously, and a search
// through a million agents would hold up all other requests for a second.
import { parentPort, workerData } from "node:worker_threads";
import { openSqliteFile } from "@agent-registry/service";

const database = openSqliteFile(workerData.file, { readOnly: true });

parentPort?.on("message", ({ id, sql, parameters }) => {
  try {
    parentPort?.postMessage({ id, rows: database.prepare(sql).all(...parameters) });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
