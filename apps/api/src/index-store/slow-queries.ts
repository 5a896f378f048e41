// The bounds of queries that may take long: searches, sorted and filtered lists, sums, whole trees. Everything
// else is a look-up of a few rows, and has connections of its own.

/** How many run at once, each on its own connection or in its own process. */
export const SLOW_QUERIES_AT_ONCE = 2;

/** A query that takes longer is ended. */
export const SLOW_QUERY_TIMEOUT_MS = 5_000;
