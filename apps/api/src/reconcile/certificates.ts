import { ASSURANCE_LEVELS, PERSON_KINDS } from "@agent-registry/protocol";
import { toCertificateSlots } from "@agent-registry/protocol/proof";
import type { Clock, Engine } from "@agent-registry/service";
import type { Kysely } from "kysely";
import { type Address, keccak256, zeroAddress } from "viem";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { RecordSource } from "../chain/record-source.ts";
import {
  readAccreditations,
  readCertificates,
  type StoredCertificate,
} from "../index/read/read-certificates.ts";
import type { BlockRow, FilingRow, IndexSchema } from "../index/schema.ts";

/** Who may have a certificate by whom, in lower case. Of a notary alone the person is the zero address, which has none. */
export type CertificateParties = { person: Address; notary: Address };

/** Returns false if they could not be compared now. */
export type CheckCertificates = (parties: CertificateParties[]) => Promise<boolean>;

/** So that what differs stays readable. */
const MAX_DIFFERENCES = 20;

/**
 * In words, what differs in these certificates and in the accreditation of their notaries; empty if nothing does.
 * Undefined if the index has left the block meanwhile.
 */
export async function describeCertificates(options: {
  db: Kysely<IndexSchema>;
  engine: Engine;
  source: RecordSource;
  parties: CertificateParties[];
  block: Pick<BlockRow, "number" | "hash" | "last_sequence">;
}): Promise<string | undefined> {
  const { db, engine, source, parties, block } = options;
  const [persons, notaries] = [parties.map(({ person }) => person), parties.map(({ notary }) => notary)];
  const stored = await readCertificates({ db, engine }, persons, block.last_sequence);
  const accreditations = await readAccreditations({ db, engine }, notaries, block.last_sequence);
  const differences = new Map<string, string>();
  const slots = parties.map((each) => toCertificateSlots(each, (bytes) => keccak256(bytes, "bytes")));
  const words = await source.readSlots(
    slots.flatMap(({ certificate, accreditation }) => [certificate, accreditation]),
    block.hash,
  );
  for (const [place, { person, notary }] of parties.entries()) {
    const [certificate = 0n, accreditation = 0n] = words.slice(2 * place);
    const ours = stored.get(person)?.find((each) => each.notary.toLowerCase() === notary);
    const compare = (name: string, [our, their]: [bigint, bigint], show: (word: bigint) => string) => {
      if (our !== their)
        differences.set(name, `${name}: the index has ${show(our)}, the contract ${show(their)}`);
    };
    compare(`certificate of ${person} by ${notary}`, [toWord(ours), certificate], showCertificate);
    compare(
      `notary ${notary}`,
      [accreditations.get(notary)?.isAccredited ? 1n : 0n, accreditation],
      showAccreditation,
    );
  }
  const known = db.selectFrom("blocks").select("hash").where("number", "=", block.number);
  if ((await known.executeTakeFirst())?.hash !== block.hash) return undefined;
  return [...differences.values()].slice(0, MAX_DIFFERENCES).join("; ");
}

/** Whom differences in words are about: what is doubted is looked at again, also by the next leader. */
export function parseParties(difference: string): CertificateParties[] {
  const found = difference.matchAll(/(?:certificate of (0x\w{40}) by|notary) (0x\w{40}):/g);
  return Array.from(found, ([, person = zeroAddress, notary]) => ({
    person: person as Address,
    notary: notary as Address,
  }));
}

/** Whom filings about persons and notaries are about, each once. */
export function toParties(filings: readonly Pick<FilingRow, "data">[]): CertificateParties[] {
  const parties = new Map<string, CertificateParties>();
  for (const { data } of filings) {
    const { person = zeroAddress, notary } = JSON.parse(data) as { person?: Address; notary: Address };
    parties.set(`${person} ${notary}`, { person, notary });
  }
  return [...parties.values()];
}

/** The slot of a certificate, as `RegistryCertificates.sol` lays it out. */
function toWord(certificate: StoredCertificate | undefined): bigint {
  if (certificate === undefined) return 0n;
  const { kind, level, certified, until, isAccepted } = certificate;
  return (
    BigInt(PERSON_KINDS.indexOf(kind) + 1) |
    (BigInt(ASSURANCE_LEVELS.indexOf(level) + 1) << 8n) |
    (BigInt(certified.timestamp) << 16n) |
    (BigInt(until) << 80n) |
    (isAccepted ? 1n << 144n : 0n)
  );
}

function showCertificate(word: bigint): string {
  if (word === 0n) return "none";
  const [kind, level, certifiedAt, until] = [word, word >> 8n, word >> 16n, word >> 80n].map((rest, i) =>
    BigInt.asUintN(i < 2 ? 8 : 64, rest),
  );
  const isAccepted = word >> 144n !== 0n;
  return `kind ${kind}, level ${level}, ${certifiedAt} to ${until}, ${isAccepted ? "" : "not "}accepted`;
}

const showAccreditation = (word: bigint) => (word === 0n ? "not accredited" : "accredited");

/** A filing is up to two slots, and each slot a request. */
export const MAX_PARTIES = 25;
/** Between two steps of the walk. */
const WALK_MS = 30_000;

/** Compares what all filings about persons and notaries led to, a few at a time, again and again. */
export function walkCertificates(options: {
  db: Kysely<IndexSchema>;
  clock: Clock;
  check: CheckCertificates;
}) {
  const { db, clock, check } = options;
  let sequence = 0;
  let dueAtMs = 0;

  return {
    /** False if there was nothing to compare. */
    async advance(): Promise<boolean> {
      if (clock.now() < dueAtMs) return false;
      dueAtMs = clock.now() + WALK_MS;
      // The position of such a filing is its number in the register.
      const filings = await db
        .selectFrom("filings")
        .select(["sequence", "data"])
        .where("agent_id", "=", NO_AGENT)
        .where("position", ">", sequence)
        .orderBy("position")
        .limit(MAX_PARTIES)
        .execute();
      if (filings.length > 0 && !(await check(toParties(filings)))) return true;
      sequence = filings.length < MAX_PARTIES ? 0 : (filings.at(-1)?.sequence ?? 0);
      return filings.length > 0;
    },
  };
}
