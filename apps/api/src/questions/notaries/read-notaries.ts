import { type RawBuilder, sql } from "kysely";
import type { Address } from "viem";
import type { IndexAtBlock } from "../../index/at-block.ts";
import { foldCertificates, ofData, type StoredCertificate } from "../../index/read/read-certificates.ts";
import type { FilingRow } from "../../index/schema.ts";

type Read = Pick<IndexAtBlock, "db" | "engine">;

/** How many certificates of each notary, or of one, are on record; by notary in lower case. */
export async function countCertificates(read: Read, notary?: Address): Promise<Map<string, number>> {
  const { rows } = await sql<{ notary: string; total: number }>`
    select ${ofData(read.engine, "notary", "filings")} as notary, count(*) as total
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
  const isAsked =
    notary === undefined ? sql`true` : sql`${ofData(read.engine, "notary", "filings")} = ${notary}`;
  return sql`filings.kind = 14 and ${isAsked} and not exists (
    select 1 from filings later where later.kind in (14, 15, 16) and later.kind <> 15
    and ${ofData(read.engine, "person", "later")} = ${ofData(read.engine, "person", "filings")}
    and ${ofData(read.engine, "notary", "later")} = ${ofData(read.engine, "notary", "filings")}
    and later.sequence > filings.sequence)`;
}
