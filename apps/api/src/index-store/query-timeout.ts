/** A query took longer than its time limit and was ended. */
export class QueryTimeout extends Error {
  override name = "QueryTimeout";
}

/** PostgreSQL's codes for a statement that it ended, and for one that waited too long for a lock. */
const CODES = new Set<unknown>(["57014", "55P03"]);

export function isQueryTimeout(error: unknown): boolean {
  return error instanceof QueryTimeout || CODES.has((error as { code?: unknown } | null)?.code);
}
