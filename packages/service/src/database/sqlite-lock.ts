import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./sqlite-driver.ts";

const SQLITE_BUSY = 5;

/** Another connection holds the lock that was needed. */
export function isSqliteBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY;
}

/**
 * Takes the exclusive lock on an empty SQLite file; null if another process holds it. The operating system
 * frees the lock when the process ends, however it ends, so nothing has to be cleaned up and the file may
 * stay. Keep the returned object: if it is garbage collected, the lock is freed.
 */
export function trySqliteLock(file: string): { release(): void } | null {
  // A user who can read the file can lock it, too, and keep all other processes out.
  createPrivateFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isSqliteBusy(error)) return null;
    throw error;
  }
  return { release: () => lock.close() };
}
