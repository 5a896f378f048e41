import { type RawBuilder, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { toKindNumber } from "../../index/filing-data.ts";
import { foldCertificates, ofData, type StoredCertificate } from "../../index/read/read-certificates.ts";
import type { FilingRow } from "../../index/schema.ts";

type Read = Pick<IndexAtBlock, "db" | "engine">;

/** Whether a notary is accredited, and since when; the time in seconds. */
export type Accreditation = { notary: string; isAccredited: boolean; since: number };

/** Of every notary that was ever accredited, or of one; in lower case. Those that are so come first. */
export async function readAccreditations({ db, engine }: Read, notary?: Address): Promise<Accreditation[]> {
  let query = db
    .selectFrom("filings")
    .select(["kind", "timestamp", ofData(engine, "notary").as("notary")])
    .where(sql<boolean>`kind in (17, 18)`)
    // The sign keeps both engines from walking over all filings in their order.
    .orderBy(sql`+sequence`);
  if (notary !== undefined) query = query.where(ofData(engine, "notary"), "=", notary);
  const last = new Map<string, Accreditation>();
  for (const row of await query.execute()) {
    const isAccredited = row.kind === toKindNumber("notary-added");
    last.set(row.notary, { notary: row.notary, isAccredited, since: row.timestamp });
  }
  return [...last.values()].sort((a, b) => Number(b.isAccredited) - Number(a.isAccredited));
}

/** How many certificates of each notary, or of one, are on record; by notary in lower case. */
export async function countCertificates(read: Read, notary?: Address): Promise<Map<string, number>> {
  const { rows } = await sql<{ notary: string; total: number }>`
    select ${of(read, "filings", "notary")} as notary, count(*) as total
    from filings where ${isOnRecord(read, notary)} group by 1`.execute(read.db);
  return new Map(rows.map(({ notary, total }) => [notary, total]));
}

type Page = { notary: Address; isAccredited: boolean; limit: number; offset: number };

/** A page of the certificates of one notary that are on record, newest first. */
export async function readCertificatesOfNotary(
  read: Read,
  { notary, isAccredited, limit, offset }: Page,
): Promise<StoredCertificate[]> {
  const { rows: certified } = await sql<FilingRow>`select * from filings
    where ${isOnRecord(read, notary)} order by sequence desc limit ${limit} offset ${offset}`.execute(
    read.db,
  );
  const oldest = certified.at(-1);
  if (oldest === undefined) return [];
  const accepted = await read.db
    .selectFrom("filings")
    .selectAll()
    .where(sql<boolean>`kind in (14, 15, 16) and kind = 15`)
    .where(
      ofData(read.engine, "person"),
      "in",
      certified.map(({ data }) => (JSON.parse(data) as { person: string }).person),
    )
    .where(ofData(read.engine, "notary"), "=", notary)
    .where("sequence", ">", oldest.sequence)
    .execute();
  const rows = [...certified, ...accepted].sort((a, b) => a.sequence - b.sequence);
  return foldCertificates(rows)
    .map((certificate) => ({ ...certificate, isAccredited }))
    .reverse();
}

/**
 * Certifications behind which there is no later one of the same person and notary, and no end. The conditions on the
 * kind are those of the indexes `certificates_of_notary` and `certificates_of_person`.
 */
function isOnRecord(read: Read, notary: Address | undefined): RawBuilder<boolean> {
  const isAsked = notary === undefined ? sql`true` : sql`${of(read, "filings", "notary")} = ${notary}`;
  return sql`filings.kind = 14 and ${isAsked} and not exists (
    select 1 from filings later where later.kind in (14, 15, 16) and later.kind <> 15
    and ${of(read, "later", "person")} = ${of(read, "filings", "person")}
    and ${of(read, "later", "notary")} = ${of(read, "filings", "notary")}
    and later.sequence > filings.sequence)`;
}

/** As `ofData`, of one of two tables. */
function of({ engine }: Read, table: "filings" | "later", field: "person" | "notary"): RawBuilder<string> {
  const data = sql.ref(`${table}.data`);
  const name = sql.lit(field);
  return engine === "sqlite" ? sql`(${data} ->> ${name})` : sql`(${data}::json ->> ${name})`;
}
