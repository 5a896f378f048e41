import {
  type Keccak256,
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
  UntrustedProof,
} from "@agent-registry/protocol/proof";
import type { TokenKind } from "@agent-registry/protocol/signed";
import type { Address, Hash } from "viem";
import { requireCanonical, type TrustedBlocks } from "../proof/trusted-blocks.ts";
import type { Contradiction } from "./find-contradictions.ts";
import { MAX_BLOCK_LAG_SECONDS } from "./require-time.ts";
import { readStatement, type Statement } from "./signed-statement.ts";
import type { SignedBy } from "./verify-receipt.ts";

export type FraudFinding = {
  kind: TokenKind;
  issuer: string;
  /** Whom it is about; a list is about all agents, and is held against the wallet of the proof. */
  wallet: Address | undefined;
  /** Which the token names. */
  block: { number: number; hash: Hash };
  issuedAt: number;
  /** Who says which blocks are the chain's. */
  trust: string;
  /** In words, for those who read the finding. */
  summary: string;
} & (
  | { isFraud: true; contradictions: Contradiction[] }
  | { isFraud: false; why: "no-proof" | "other-block" | "not-about-the-wallet" | "agrees" }
);

export type ProveFraudInput = SignedBy & {
  /** A receipt, a binding or a status list. */
  token: string;
  /** Of the token's wallet, at the token's block. Without it, only what the token says of its block is judged. */
  proof?: unknown;
  trust: TrustedBlocks;
  keccak256?: Keccak256 | undefined;
};

/**
 * Whether a token convicts the operator who signed it: it says something of a block that the chain itself belies, or it
 * names a block that the chain does not have, or one that was old when it was signed. That the token has expired is no
 * excuse. Throws `UntrustedToken` if the operator has not signed it, and `UntrustedProof` if the proof proves nothing.
 *
 * @example
 * const finding = await proveFraud({ token, proof, issuers, registry, chainId: 84532, trust: rpcQuorum([http(url)]) });
 * if (finding.isFraud) publish(finding.summary, token, proof);
 */
export async function proveFraud(input: ProveFraudInput): Promise<FraudFinding> {
  const { trust } = input;
  const statement = await readStatement(input.token, input);
  const { kind, issuer, block, issuedAt } = statement;
  const facts = { kind, issuer, wallet: statement.wallet, block, issuedAt, trust: trust.kind };
  const convict = (contradictions: Contradiction[], wallet = statement.wallet): FraudFinding => ({
    ...facts,
    wallet,
    isFraud: true,
    contradictions,
    summary: toSummary(statement, contradictions, wallet),
  });
  const acquit = (why: Acquittal["why"], because: string): FraudFinding => ({
    ...facts,
    isFraud: false,
    why,
    summary: `This does not convict ${issuer}: ${because}`,
  });

  const lies = await findLiesAboutBlock(statement, trust);
  if (lies.length > 0) return convict(lies);
  if (input.proof === undefined)
    return acquit("no-proof", `nothing speaks against block ${block.number}, and no proof of it was given.`);

  const hashing = input.keccak256 === undefined ? {} : { keccak256: input.keccak256 };
  const proof = parseKyaProof(input.proof);
  const header = readProofHeader(proof, input.keccak256);
  await requireCanonical(header, trust);
  if (header.hash !== block.hash)
    return acquit(
      "other-block",
      `it is about block ${block.number} (${block.hash}), and the proof about block ${header.number} (${header.hash}). What changed in between is nobody's lie.`,
    );
  const wallet = statement.wallet ?? proof.wallet;
  const storageRoot = readStorageRoot(proof, { header, registry: input.registry, ...hashing });
  const reading = { storageRoot, wallet, ...hashing };
  const entry = readProvenEntry(proof, reading);
  const stored = readProvenWallet(proof, reading);
  const retiredFrom = stored.standing === "retired" ? Number(stored.agentId) : undefined;
  const { notary } = statement;
  const certificate =
    entry === null || notary === undefined
      ? null
      : findCertificate(proof, { storageRoot, person: entry.haftungsperson, notary, ...hashing });
  const contradictions = statement.compare({ entry, retiredFrom, header, certificate });
  if (contradictions === undefined)
    return acquit("not-about-the-wallet", `the list says nothing about ${wallet}.`);
  if (contradictions.length > 0) return convict(contradictions, wallet);
  const unseen =
    certificate === undefined
      ? ` The proof does not show what ${notary} has certified: fetch one that does.`
      : "";
  return acquit("agrees", `at block ${block.number} the chain holds what it says.${unseen}`);
}

type CertificateProof = Omit<Parameters<typeof readProvenCertificates>[1], "notaries"> & { notary: Address };

/** Null if the notary has certified nothing about the person; undefined if the proof does not show it. */
function findCertificate(proof: KyaProof, { notary, ...reading }: CertificateProof) {
  try {
    return readProvenCertificates(proof, { ...reading, notaries: [notary] })[0] ?? null;
  } catch (error) {
    if (error instanceof UntrustedProof && error.reason === "slot-missing") return undefined;
    throw error;
  }
}

type Acquittal = Extract<FraudFinding, { isFraud: false }>;

/**
 * What a token says of its block by itself. An operator who names a block that never was, or one from before something
 * changed, would else be safe from every proof.
 */
async function findLiesAboutBlock(
  { block, issuedAt }: Statement,
  trust: TrustedBlocks,
): Promise<Contradiction[]> {
  const final = await trust.findFinal?.(block.number);
  if (final === undefined) return [];
  const { head } = final;
  if (block.number > head.number) {
    if (head.timestamp <= issuedAt) return [];
    return [toContradiction("block.number", block.number, `no more than ${head.number} blocks by then`)];
  }
  if (final.block === undefined) return [];
  if (final.block.hash !== block.hash)
    return [toContradiction("block.hash", block.hash, `${final.block.hash} at that height`)];
  // A chain may have stood still: an old block is held against the operator only if there was a newer one.
  const next = (await trust.findFinal?.(block.number + 1))?.block;
  if (next === undefined || issuedAt - next.timestamp <= MAX_BLOCK_LAG_SECONDS) return [];
  const age = issuedAt - next.timestamp;
  return [toContradiction("block.number", block.number, `newer blocks since ${age} seconds before`)];
}

const toContradiction = (claim: string, signed: unknown, onChain: string): Contradiction => ({
  claim,
  signed: String(signed),
  onChain,
});

function toSummary(
  { issuer, block }: Statement,
  contradictions: Contradiction[],
  wallet: Address | undefined,
): string {
  const lies = contradictions.map(
    ({ claim, signed, onChain }) => `It signed ${claim} ${signed}; the chain holds ${onChain}.`,
  );
  const about = wallet === undefined ? "" : ` about ${wallet}`;
  return `${issuer} signed a falsehood${about} at block ${block.number} (${block.hash}). ${lies.join(" ")}`;
}
