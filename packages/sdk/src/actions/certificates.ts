import {
  ASSURANCE_LEVELS,
  type AssuranceLevel,
  type CertificateAnswer,
  findCertificateFault,
  PERSON_KINDS,
  type PersonKind,
  registryAbi,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Hash } from "viem";
import { multicall } from "viem/actions";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { getNow } from "../reading/get-now.ts";
import { toCertificates } from "../reading/to-record.ts";
import type { WriteResult } from "../send/written.ts";
import { parseHash, parseMoment } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

/** What a notary states, and what the person accepts. */
export type CertificateTerms = {
  /** A natural person, or a legal one such as a company. */
  kind: PersonKind;
  /** How well the notary has checked who the person is, after eIDAS. */
  level: AssuranceLevel;
  /** From then on the certificate does not count: a time (a text without a zone is UTC), or seconds since the epoch. */
  until: Date | string | number;
};

export type CertifyInput = CertificateTerms & {
  person: AddressInput;
  /**
   * 32 bytes by which the notary finds its own file. They are public for good: never a name, a number of a document or
   * a plain hash of one, which can be guessed; random bytes, or a hash of the file's number keyed with a secret.
   */
  ref: Hash;
};

type CertificateInput = { person: AddressInput; notary: AddressInput };

/** A certificate as it stands on the chain, and whether it counts. */
export type CertificateOnChain = Omit<CertificateAnswer, "ref" | "accepted" | "transactions"> & {
  isAccepted: boolean;
  isAccredited: boolean;
};

/**
 * For an accredited notary: certifies that it knows who controls the person's address, in place of what it certified
 * about that person before. It counts once the person has accepted it.
 *
 * @example
 * await registry.certifyPerson({ person, kind: "natural", level: "substantial", until: "2028-03-31", ref });
 */
export async function certifyPerson(client: RegistryClient, input: CertifyInput): Promise<WriteResult> {
  const person = parseAddress({ value: input.person, name: "The person", chainId: client.chainId });
  const ref = parseHash({ value: input.ref, name: "ref" });
  return writeRegistry(client, { functionName: "certifyPerson", args: [person, ...toTerms(input), ref] });
}

/**
 * For the person: accepts what a notary has certified, exactly as it was read. The person's signature ties the identity
 * that the notary has checked to the address.
 *
 * @example
 * const seen = await registry.getCertificate({ person: account.address, notary });
 * if (seen !== null) await registry.acceptCertificate(seen);
 */
export async function acceptCertificate(
  client: RegistryClient,
  input: CertificateTerms & { notary: AddressInput },
): Promise<WriteResult> {
  const notary = parseAddress({ value: input.notary, name: "The notary", chainId: client.chainId });
  return writeRegistry(client, { functionName: "acceptCertificate", args: [notary, ...toTerms(input)] });
}

/**
 * For the person, the notary or a regulator: withdraws a certificate. It is gone at once; the filings stay.
 *
 * @example
 * await registry.endCertificate({ person, notary });
 */
export async function endCertificate(client: RegistryClient, input: CertificateInput): Promise<WriteResult> {
  const { person, notary } = parseInput(client, input);
  return writeRegistry(client, { functionName: "endCertificate", args: [person, notary] });
}

/**
 * What a notary has certified about a person, from the chain; null if nothing is on record. Its reference stands in
 * the filings alone.
 *
 * @example
 * const certificate = await registry.getCertificate({ person, notary });
 * if (certificate?.counts) welcome(certificate.level);
 */
export async function getCertificate(
  client: RegistryClient,
  input: CertificateInput,
): Promise<CertificateOnChain | null> {
  const { person, notary } = parseInput(client, input);
  const contract = { address: requireRegistryAddress(client), abi: registryAbi } as const;
  // In one call, which the node answers from one block.
  const reading = multicall(client.reader, {
    deployless: true,
    allowFailure: false,
    batchSize: 0,
    contracts: [
      { ...contract, functionName: "certificateOf", args: [person, notary] },
      { ...contract, functionName: "isNotary", args: [notary] },
    ],
  }).catch(throwChainError);
  const [[[kind, level, certifiedAt, until, accepted], accredited], now] = await Promise.all([
    reading,
    getNow(client),
  ]);
  const [found] = toCertificates([notary], [{ kind, level, until, accepted, accredited }]);
  if (found === undefined) return null;
  const whyNot = findCertificateFault(found, now) ?? null;
  const times = { since: toTimestamp(Number(certifiedAt)), until: toTimestamp(found.until) };
  return { ...found, person, notary, ...times, counts: whyNot === null, whyNot };
}

function parseInput({ chainId }: RegistryClient, { person, notary }: CertificateInput) {
  return {
    person: parseAddress({ value: person, name: "The person", chainId }),
    notary: parseAddress({ value: notary, name: "The notary", chainId }),
  };
}

/** As the contract takes them: its numbers begin at 1. */
function toTerms({ kind, level, until }: CertificateTerms): [kind: number, level: number, until: bigint] {
  return [
    toNumber(PERSON_KINDS, { value: kind, name: "kind" }),
    toNumber(ASSURANCE_LEVELS, { value: level, name: "level" }),
    parseMoment({ value: until, name: "until" }),
  ];
}

function toNumber(names: readonly string[], { value, name }: { value: string; name: string }): number {
  const place = names.indexOf(value);
  if (place < 0) throw invalidInput(`${name} is one of ${names.join(", ")}, not ${value}.`);
  return place + 1;
}
