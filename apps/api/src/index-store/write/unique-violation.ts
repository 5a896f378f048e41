/** SQLite's numbers for a unique index and for a primary key, and PostgreSQL's code for both. */
const SQLITE_CODES: unknown[] = [2067, 1555];
const POSTGRES_CODE = "23505";

/** Whether a database refused a row because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return code === POSTGRES_CODE || SQLITE_CODES.includes(errcode);
}
