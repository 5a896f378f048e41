/** SQLite's numbers for a unique index and for a primary key, and PostgreSQL's code for both. */
const SQLITE_CODES = [2067, 1555];
const POSTGRES_CODE = "23505";

/** Whether a database refused a row because another one has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: number; code?: string };
  return code === POSTGRES_CODE || (errcode !== undefined && SQLITE_CODES.includes(errcode));
}
