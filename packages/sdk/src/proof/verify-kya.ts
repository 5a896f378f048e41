import {
  type AgentStatus,
  type Agreement,
  type Certificate,
  decide,
  type Policy,
} from "@agent-registry/protocol";
import {
  type Keccak256,
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readProvenWallet,
  readStorageRoot,
  type StoredEntry,
  UntrustedProof,
} from "@agent-registry/protocol/proof";
import { type Address, getAddress, type Hash } from "viem";
import { type Finding, toFinding, toNotRegistered } from "../actions/kya-finding.ts";
import { parsePolicy, parseWallet, requireNotaries } from "../actions/parse-arguments.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { invalidInput, missingConfiguration } from "../errors/registry-error.ts";
import { fetchKyaProof } from "./fetch-kya-proof.ts";
import { requireCanonical, type TrustedBlocks } from "./trusted-blocks.ts";

/** What a proof shows of an agent. The rest of its record is not among it. */
export type ProvenAgent = {
  agentId: number;
  agentWallet: Address;
  haftungsperson: Address;
  parentAgentId: number;
  status: AgentStatus;
  lastAttestation: string;
  selfModifying: boolean;
};

/** The answer of `kya`, with what it rests on. */
export type ProvenVerdict = {
  wallet: Address;
  checkedAt: string;
  block: { number: number; hash: Hash; timestamp: number };
  /** Who says that the block is the chain's. */
  trust: string;
  proof: KyaProof;
} & Finding<{ agent: ProvenAgent } & Agreement>;

export type VerifyKyaInput = {
  wallet: string;
  /** Who says which blocks are the chain's: `rpcQuorum` or `pinnedBlock`. Without it nothing can be proven. */
  trust?: TrustedBlocks | undefined;
  /** What is asked for beyond compliance; of what a proof holds. */
  policy?: Policy | undefined;
  /** If none is given, one is fetched. */
  proof?: unknown;
  /** How old the block may be; two minutes by default. */
  maxAgeSeconds?: number | undefined;
  /** If given, the contract must have this code. */
  codeHash?: Hash | undefined;
  /** A quicker one than the built-in. */
  keccak256?: Keccak256 | undefined;
  /** Seconds since the epoch, for a decision about the past; the present by default. */
  now?: number | undefined;
};

const MAX_AGE_SECONDS = 120;
/** Clocks differ. */
const MAX_AHEAD_SECONDS = 30;

/**
 * Know your agent, and know it from the chain itself: the source of the proof need not be believed. What is
 * believed is `trust` alone, which says that the block of the proof is one of the chain's.
 *
 * @example
 * const trust = rpcQuorum([http("https://one.example"), http("https://two.example")]);
 * const { verdict, block } = await registry.verifyKya({ wallet, trust });
 */
export async function verifyKya(client: RegistryClient, input: VerifyKyaInput): Promise<ProvenVerdict> {
  const { trust, keccak256, codeHash, maxAgeSeconds = MAX_AGE_SECONDS } = input;
  const wallet = parseWallet(client, input.wallet);
  const policy = requireProvable(parsePolicy(input.policy));
  const notaries = requireNotaries(policy);
  const registry = requireRegistryAddress(client);
  if (trust === undefined)
    throw missingConfiguration(
      "A proof needs somebody who says which blocks are the chain's: give trust, for example rpcQuorum with RPC nodes that are not the register's.",
    );
  const proof = parseKyaProof(
    input.proof ?? (await fetchKyaProof(client, { wallet, ...(notaries.length > 0 && { notaries }) })),
  );
  const header = readProofHeader(proof, keccak256);
  const now = input.now ?? Math.floor(Date.now() / 1000);
  requireFresh(header.timestamp, { now, maxAgeSeconds });
  await requireCanonical(header, trust);
  const hashing = keccak256 === undefined ? {} : { keccak256 };
  const code = codeHash === undefined ? {} : { codeHash };
  const storageRoot = readStorageRoot(proof, { header, registry, ...code, ...hashing });
  const reading = { storageRoot, wallet, ...hashing };
  const entry = readProvenEntry(proof, reading);
  const { number, hash, timestamp } = header;
  const facts = {
    wallet,
    checkedAt: new Date(now * 1000).toISOString(),
    block: { number, hash, timestamp },
    trust: trust.kind,
    proof,
  };
  if (entry === null) {
    const stored = readProvenWallet(proof, reading);
    return {
      ...facts,
      ...toNotRegistered(stored.standing === "retired" ? Number(stored.agentId) : undefined),
    };
  }
  // A lapse counts, whatever the block's own time.
  const judging = { policy, now: Math.max(now, timestamp) };
  const person = entry.haftungsperson;
  const certificates = readProvenCertificates(proof, { storageRoot, person, notaries, ...hashing });
  return { ...facts, ...judge(entry, { ...judging, certificates }) };
}

function requireFresh(
  timestamp: number,
  { now, maxAgeSeconds }: { now: number; maxAgeSeconds: number },
): void {
  if (timestamp < now - maxAgeSeconds)
    throw new UntrustedProof(
      "stale-block",
      `The block of the proof is ${now - timestamp} seconds old, and ${maxAgeSeconds} are allowed: what it shows may have changed.`,
    );
  if (timestamp > now + MAX_AHEAD_SECONDS)
    throw new UntrustedProof(
      "block-from-the-future",
      `The block of the proof is ${timestamp - now} seconds ahead of this machine's clock.`,
    );
}

/** What a proof does not hold cannot be asked for. */
function requireProvable(policy: Policy): Policy {
  if (policy.lineage !== "ancestors" && policy.minRegisteredSeconds === undefined) return policy;
  throw invalidInput(
    "A proof tells neither an agent's ancestors nor when it was registered: leave lineage and minRegisteredSeconds out of the policy, or ask without a proof.",
  );
}

type Judging = { policy: Policy; now: number; certificates: readonly Certificate[] };

function judge(entry: StoredEntry, { policy, now, certificates }: Judging) {
  const { objections } = decide({ ...entry, certificates }, policy, now);
  const { consents, refusals, ...rest } = entry;
  const agent = {
    ...rest,
    agentWallet: getAddress(entry.agentWallet),
    haftungsperson: getAddress(entry.haftungsperson),
    lastAttestation: new Date(entry.lastAttestation * 1000).toISOString(),
  };
  return toFinding({ entry: { agent, consents, refusals }, objections });
}
