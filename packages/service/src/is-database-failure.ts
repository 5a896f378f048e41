import { isFileProblem, isOutage } from "./database.ts";

/**
 * PostgreSQL's codes for a login that it refuses, what took too long, a query that a replica ended to follow its
 * primary, and a server that is being stopped or has no disk.
 */
const POSTGRES_FAILURES = /^(?:28...|3D000|25P0[34]|40001|55P03|57...|58...)$/;
/** What pg says, without a code, of a connection that is gone. */
const LOST_CONNECTION = /connection (?:terminated|error|ended)|not queryable|timeout/i;
/** SQLite's codes for a file that another process keeps, and for one that is damaged. */
const SQLITE_FAILURES = new Set([5, 6, 11]);

/** Whether the database could not do its work, and not that it was asked something wrong. */
export function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isOutage(error) || isFileProblem(error)) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return SQLITE_FAILURES.has(errcode & 0xff);
  return typeof code === "string" ? POSTGRES_FAILURES.test(code) : LOST_CONNECTION.test(error.message);
}
