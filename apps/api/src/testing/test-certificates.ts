// What was certified about persons, as further rows of a made-up register.
import { type Address, type Hex, numberToHex, pad } from "viem";
import { toKindNumber } from "../index/filing-data.ts";
import { TEST_BLOCK, TEST_FILING_HASH, TEST_NOW, type TestFiling, testAddress } from "./test-rows.ts";

/** Their logs and transactions have numbers from here on. */
const FIRST_LOG = 1_000;

type PersonFiling = Extract<TestFiling, { data: { notary: string } }>;

export const TEST_NOTARY = testAddress(0xd0001);
export const OTHER_NOTARY = testAddress(0xd0002);
export const TEST_REF: Hex = `0x${"7f".repeat(32)}`;
/** When certificates end unless a test says otherwise. */
export const TEST_UNTIL = TEST_NOW + 86_400;

type OfPerson = { person: Address; notary?: Address; timestamp?: number };

type Accreditation = Partial<Omit<OfPerson, "person">> & { isEnd?: boolean };

export function testAccreditation(accreditation: Accreditation = {}): PersonFiling {
  const { notary = TEST_NOTARY, isEnd = false, ...filing } = accreditation;
  return {
    kind: isEnd ? "notary-removed" : "notary-added",
    ...filing,
    data: { notary: notary.toLowerCase() },
  };
}

type Certified = OfPerson & { personKind?: number; level?: number; until?: number };

/** A natural person, at the level `substantial`. */
export function testCertificate(certificate: Certified): PersonFiling {
  const { person, notary = TEST_NOTARY, ...rest } = certificate;
  const { personKind = 1, level = 2, until = TEST_UNTIL, ...filing } = rest;
  const of = { person: person.toLowerCase(), notary: notary.toLowerCase() };
  return { kind: "person-certified", ...filing, data: { ...of, personKind, level, until, ref: TEST_REF } };
}

export function testAcceptance({ person, notary = TEST_NOTARY, ...filing }: OfPerson): PersonFiling {
  const data = { person: person.toLowerCase(), notary: notary.toLowerCase() };
  return { kind: "certificate-accepted", actor: person, ...filing, data };
}

export function testCertificateEnd({ person, notary = TEST_NOTARY, ...filing }: OfPerson): PersonFiling {
  const data = { person: person.toLowerCase(), notary: notary.toLowerCase() };
  return { kind: "certificate-ended", ...filing, data };
}

/** Files these after everything else, in this order; by the notary if no actor is given. */
export function fileForPersons(
  index: { execute(sql: string): void },
  filings: readonly PersonFiling[],
): void {
  for (const [i, { kind, data, timestamp = TEST_NOW, actor = data.notary }] of filings.entries()) {
    const next = "(select coalesce(max(sequence), 0) + 1 from filings)";
    const blockNumber = Math.max(1, TEST_BLOCK.number - (TEST_NOW - timestamp));
    const values = [
      ...[toKindNumber(kind), JSON.stringify(data), timestamp, actor.toLowerCase()],
      ...[blockNumber, TEST_FILING_HASH, FIRST_LOG + i, pad(numberToHex(FIRST_LOG + i), { size: 32 })],
    ].map((value) => `'${value}'`);
    index.execute(`insert into filings (sequence, agent_id, position, kind, data, timestamp, actor, block_number,
      block_hash, log_index, transaction_hash) values (${next}, 0, ${next}, ${values.join(", ")});
      update blocks set last_sequence = (select max(sequence) from filings)`);
  }
}
