// The bounds of queries that may take long: searches, sorted and filtered lists, sums, whole trees. Everything
// else is a look-up of a few rows, and has connections of its own.

/** How many run at once, each on its own connection or in its own process. */
export const SLOW_QUERIES_AT_ONCE = 2;

/** A query that takes longer is ended. */
export const SLOW_QUERY_TIMEOUT_MS = 5_000;

/** A query took longer than its time limit and was ended. */
export class QueryTimeout extends Error {
  override name = "QueryTimeout";
}

/** PostgreSQL's codes for a statement that it ended, and for one that waited too long for a lock. */
const CODES = new Set<unknown>(["57014", "55P03"]);

export function isQueryTimeout(error: unknown): boolean {
  return error instanceof QueryTimeout || CODES.has((error as { code?: unknown } | null)?.code);
}
