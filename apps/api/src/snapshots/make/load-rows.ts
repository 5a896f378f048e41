import { type Kysely, sql } from "kysely";
import { type IndexSchema, type Row, TABLES, type TableName } from "../../index-store/schema.ts";
import type { LeaderSession, RowKey } from "../../index-store/write/leader-session.ts";

const KEYS_AT_ONCE = 500;

/** The rows with these keys, on either engine, for who reads and does not lead. */
export function createLoad(db: Kysely<IndexSchema>): LeaderSession["load"] {
  return async function load<T extends TableName, C extends keyof Row<T> & string>(
    table: T,
    keys: RowKey[],
    columns: readonly C[],
  ) {
    const key = TABLES[table].key;
    const toRefs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
    // PostgreSQL takes a parameter in such a list for text, so numbers stand there as they are.
    const toValue = (value: string | number | undefined) =>
      typeof value === "number" ? sql.lit(value) : sql`${value}`;
    const found: Pick<Row<T>, C>[] = [];
    for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
      const wanted = keys
        .slice(start, start + KEYS_AT_ONCE)
        .map((values) => sql`(${sql.join(key.map((column) => toValue(values[column])))})`);
      const query = sql<Pick<Row<T>, C>>`select ${toRefs(columns)} from ${sql.table(table)}
        where (${toRefs(key)}) in (values ${sql.join(wanted)})`;
      found.push(...(await query.execute(db)).rows);
    }
    return found;
  };
}
