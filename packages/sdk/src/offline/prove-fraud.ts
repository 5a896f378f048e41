import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import {
  type Keccak256,
  parseKyaProof,
  readProofHeader,
  readProvenEntry,
  readStorageRoot,
  type StoredEntry,
} from "@agent-registry/protocol/proof";
import { judgeStanding, type ReceiptClaims, toPartyNames } from "@agent-registry/protocol/signed";
import type { Address, Hash } from "viem";
import { requireCanonical, type TrustedBlocks } from "../proof/trusted-blocks.ts";
import { readReceipt, type SignedBy } from "./verify-receipt.ts";

/** One claim of a receipt, and what the chain holds instead. */
export type Contradiction = { claim: string; signed: string; onChain: string };

export type FraudFinding = {
  issuer: string;
  wallet: Address;
  /** Which the receipt names. */
  block: { number: number; hash: Hash };
  issuedAt: number;
  /** Who says that the block is the chain's. */
  trust: string;
  /** In words, for those who read the finding. */
  summary: string;
} & (
  | { isFraud: true; contradictions: Contradiction[] }
  | { isFraud: false; why: "other-block" | "receipt-agrees" }
);

export type ProveFraudInput = SignedBy & {
  receipt: string;
  /** Of the receipt's wallet, at the receipt's block. */
  proof: unknown;
  trust: TrustedBlocks;
  keccak256?: Keccak256 | undefined;
};

/**
 * Whether a receipt convicts the operator who signed it: it says something of a block that the chain itself belies. That
 * the receipt has expired is no excuse. Throws `UntrustedToken` if the operator has not signed it, and `UntrustedProof`
 * if the proof proves nothing.
 *
 * @example
 * const finding = await proveFraud({ receipt, proof, issuers, registry, chainId: 84532, trust: rpcQuorum([http(url)]) });
 * if (finding.isFraud) publish(finding.summary, receipt, proof);
 */
export async function proveFraud(input: ProveFraudInput): Promise<FraudFinding> {
  const { trust, registry } = input;
  const hashing = input.keccak256 === undefined ? {} : { keccak256: input.keccak256 };
  const claims = await readReceipt(input.receipt, input);
  const proof = parseKyaProof(input.proof);
  const header = readProofHeader(proof, input.keccak256);
  await requireCanonical(header, trust);
  const wallet = claims.sub.slice(claims.sub.lastIndexOf(":") + 1) as Address;
  const { number, hash } = claims.block;
  const facts = {
    issuer: claims.iss,
    wallet,
    block: { number, hash },
    issuedAt: claims.iat,
    trust: trust.kind,
  };
  if (header.hash !== hash)
    return {
      ...facts,
      isFraud: false,
      why: "other-block",
      summary: `This does not convict ${claims.iss}: the receipt is about block ${number} (${hash}), and the proof about block ${header.number} (${header.hash}). What changed in between is nobody's lie, and a block may be reorganised away.`,
    };
  const storageRoot = readStorageRoot(proof, { header, registry, ...hashing });
  const entry = readProvenEntry(proof, { storageRoot, wallet, ...hashing });
  const contradictions = findContradictions(claims, { entry, header });
  if (contradictions.length === 0)
    return {
      ...facts,
      isFraud: false,
      why: "receipt-agrees",
      summary: `This does not convict ${claims.iss}: at block ${number} the chain holds what the receipt says.`,
    };
  const lies = contradictions.map(
    ({ claim, signed, onChain }) => `It signed ${claim} ${signed}; the chain holds ${onChain}.`,
  );
  return {
    ...facts,
    isFraud: true,
    contradictions,
    summary: `${claims.iss} signed a falsehood about ${wallet} at block ${number} (${hash}). ${lies.join(" ")}`,
  };
}

/** Pure: a receipt's claims against what its block holds. The verdict is judged when it was issued. */
export function findContradictions(
  claims: ReceiptClaims,
  { entry, header }: { entry: StoredEntry | null; header: { number: number; timestamp: number } },
): Contradiction[] {
  const due = judgeStanding(entry, claims.iat);
  const signed = claims.verdict === "not-registered" ? undefined : claims;
  const pairs: [claim: string, signed: unknown, onChain: unknown][] = [
    ["block.number", claims.block.number, header.number],
    ["block.timestamp", claims.block.timestamp, header.timestamp],
    ["agentId", claims.agentId, entry?.agentId ?? 0],
    ["verdict", claims.verdict, due.verdict],
    ["reason", claims.reason, due.reason],
    ["agentStatus", signed?.agentStatus, entry?.status],
    ["lastAttestation", signed?.lastAttestation, entry?.lastAttestation],
    ["validUntil", signed?.validUntil, entry && entry.lastAttestation + ATTESTATION_VALIDITY_SECONDS],
    ["haftungsperson", signed?.haftungsperson, entry?.haftungsperson],
    ["consents", signed && toList(signed.consents), entry && toList(toPartyNames(entry.consents))],
  ];
  return pairs
    .map(([claim, said, held]) => ({ claim, signed: toText(said), onChain: toText(held) }))
    .filter((pair) => pair.signed !== pair.onChain);
}

/** In whatever order they stand. */
const toList = (parties: readonly string[]) =>
  parties.length === 0 ? "of nobody" : parties.toSorted().join(" and ");

const toText = (value: unknown) => (value === undefined || value === null ? "none" : String(value));
