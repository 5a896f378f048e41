import {
  ASSURANCE_LEVELS,
  type AssuranceLevel,
  type Certificate,
  checksumAddress,
  PERSON_KINDS,
  type PersonKind,
} from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Address, Hex } from "viem";
import { parseFiling, toKindNumber } from "../filing-data.ts";
import type { FilingRow, IndexSchema } from "../schema.ts";

type Place = { timestamp: number; transactionHash: Hex };

/** A certificate on record, with the filings that made it what it is. */
export type StoredCertificate = Certificate & {
  person: Address;
  notary: Address;
  ref: Hex;
  certified: Place;
  accepted: Place | undefined;
};

type CertificateRow = Pick<FilingRow, "kind" | "data" | "timestamp" | "transaction_hash" | "sequence">;
type Read = { db: Kysely<IndexSchema>; engine: Engine };

/** Written as in the indexes on filings, or the database would not use them. */
export function ofData(
  engine: Engine,
  field: "person" | "notary",
  table?: "filings" | "later",
): RawBuilder<string> {
  const [data, name] = [sql.ref(table === undefined ? "data" : `${table}.data`), sql.lit(field)];
  return engine === "sqlite" ? sql<string>`(${data} ->> ${name})` : sql<string>`(${data}::json ->> ${name})`;
}

const COLUMNS = ["kind", "data", "timestamp", "transaction_hash", "sequence"] as const;

/**
 * What stands certified about these persons, by person in lower case, each newest first; those of the past as of the
 * filing with number `upTo`. Only accredited notaries could add to what is read for it.
 */
export async function readCertificates(
  source: Read,
  persons: readonly string[],
  upTo: number,
): Promise<Map<string, StoredCertificate[]>> {
  const found = new Map<string, StoredCertificate[]>();
  if (persons.length === 0) return found;
  const standing = foldCertificates(await toCertificatesQuery(source, persons, upTo).execute());
  const notaries = standing.map(({ notary }) => notary.toLowerCase());
  const accreditations = await readAccreditations(source, notaries, upTo);
  for (const certificate of standing) {
    const isAccredited = accreditations.get(certificate.notary.toLowerCase())?.isAccredited === true;
    const person = certificate.person.toLowerCase();
    found.set(person, [{ ...certificate, isAccredited }, ...(found.get(person) ?? [])]);
  }
  return found;
}

export function toCertificatesQuery({ db, engine }: Read, persons: readonly string[], upTo: number) {
  return db
    .selectFrom("filings")
    .select([...COLUMNS])
    .where(sql<boolean>`kind in (14, 15, 16)`)
    .where(ofData(engine, "person"), "in", [...new Set(persons)])
    .where("sequence", "<=", upTo)
    .orderBy("sequence");
}

/** Whether a notary was accredited, and since when; the time in seconds. */
export type Accreditation = { notary: string; isAccredited: boolean; since: number };

/** As of a filing, of those of the notaries that ever were accredited; all in lower case. */
export async function readAccreditations(
  source: Read,
  notaries: readonly string[] | "all",
  upTo: number,
): Promise<Map<string, Accreditation>> {
  const found = new Map<string, Accreditation>();
  if (notaries.length === 0) return found;
  for (const row of await toAccreditationsQuery(source, notaries, upTo).execute()) {
    const { notary } = JSON.parse(row.data) as { notary: string };
    const isAccredited = row.kind === toKindNumber("notary-added");
    found.set(notary, { notary, isAccredited, since: row.timestamp });
  }
  return found;
}

export function toAccreditationsQuery(
  { db, engine }: Read,
  notaries: readonly string[] | "all",
  upTo: number,
) {
  const all = db
    .selectFrom("filings")
    .select([...COLUMNS])
    .where(sql<boolean>`kind in (17, 18)`)
    // The signs keep both engines from walking over all filings in their order.
    .where(sql`+sequence`, "<=", upTo)
    .orderBy(sql`+sequence`);
  return notaries === "all" ? all : all.where(ofData(engine, "notary"), "in", [...new Set(notaries)]);
}

/** What stands after these filings, oldest first. Whether the notaries are accredited is not in them. */
export function foldCertificates(rows: readonly CertificateRow[]): StoredCertificate[] {
  const standing = new Map<string, StoredCertificate>();
  for (const row of rows) {
    const filing = parseFiling(row);
    const place = { timestamp: row.timestamp, transactionHash: row.transaction_hash as Hex };
    if (filing.kind === "person-certified") {
      const { person, notary, personKind, level, until, ref } = filing.data;
      const key = `${person} ${notary}`;
      // Behind those that are older.
      standing.delete(key);
      standing.set(key, {
        person: checksumAddress(person),
        notary: checksumAddress(notary),
        kind: PERSON_KINDS[personKind - 1] as PersonKind,
        level: ASSURANCE_LEVELS[level - 1] as AssuranceLevel,
        until,
        ref: ref as Hex,
        isAccepted: false,
        isAccredited: false,
        certified: place,
        accepted: undefined,
      });
    } else if (filing.kind === "certificate-accepted") {
      const certificate = standing.get(`${filing.data.person} ${filing.data.notary}`);
      if (certificate !== undefined) Object.assign(certificate, { isAccepted: true, accepted: place });
    } else if (filing.kind === "certificate-ended") {
      standing.delete(`${filing.data.person} ${filing.data.notary}`);
    }
  }
  return [...standing.values()];
}
