import { keccak_256 } from "@noble/hashes/sha3";
import { encodeBlockHeader } from "./block-header.ts";
import { isSame, toBytes, toHex } from "./bytes.ts";
import {
  type KyaProof,
  parseKyaProof,
  readProofHeader,
  readProvenCertificates,
  readProvenEntry,
  readStorageRoot,
} from "./kya-proof.ts";
import {
  readHaftungsperson,
  readWalletSlot,
  toCertificateSlots,
  toRecordSlots,
  toWalletSlot,
} from "./registry-storage.ts";
import { RlpError } from "./rlp.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

type Hex = `0x${string}`;

/** Asks a node; throws if it does not answer, or answers with an error. */
export type RpcRequest = (method: string, params: unknown[]) => Promise<unknown>;

/**
 * The node answers, but cannot prove this. `unsupported`: it gives no proofs at all, and will not a moment later.
 * `inconsistent`: its answers do not fit together; the chain moves faster than it answers, or it lies.
 */
export class ProofUnavailable extends Error {
  override readonly name = "ProofUnavailable";
  readonly kind: "unsupported" | "inconsistent";

  constructor(kind: ProofUnavailable["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

type Collecting = {
  request: RpcRequest;
  chainId: number;
  registry: Hex;
  wallet: Hex;
  /** What these have certified about the Haftungsperson is proven as well. */
  notaries?: readonly Hex[] | undefined;
};

const MAX_TRIES = 3;
/** At most this many blocks may have come between a node's proof and its next answer. */
const MAX_BLOCKS_BETWEEN = 5;
/** How nodes put it that they do not know the method, or do not offer it. */
const UNKNOWN_METHODS: unknown[] = [-32_601, -32_004];

/**
 * Has a node prove what the register holds of a wallet at the newest block, and checks the proof before it is
 * returned: a wrong one is worse than none.
 */
export async function collectKyaProof(input: Collecting): Promise<KyaProof> {
  let lastFault: unknown;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    try {
      return await collectOnce(input);
    } catch (error) {
      // The chain went on, or was reorganised, between two answers. Anything else is for the caller.
      if (!(error instanceof UntrustedProof || error instanceof ChainMoved)) throw error;
      lastFault = error;
    }
  }
  throw new ProofUnavailable("inconsistent", "The node's answers about one block do not fit together.", {
    cause: lastFault,
  });
}

class ChainMoved extends Error {}

async function collectOnce(input: Collecting): Promise<KyaProof> {
  const { request, chainId, registry, wallet, notaries = [] } = input;
  const newest = await readBlock(request, "latest");
  const readWord = async (slot: Hex) =>
    BigInt(requireHex(await request("eth_getStorageAt", [registry, slot, newest.number]), "a slot"));
  const walletSlot = toWalletSlot(wallet, keccak_256);
  const stored = readWalletSlot(await readWord(walletSlot));
  const keys = [walletSlot];
  if (stored.standing === "bound") {
    const { standing, parties } = toRecordSlots(stored.agentId, keccak_256);
    keys.push(standing, parties);
    if (notaries.length > 0) {
      const person = readHaftungsperson(await readWord(parties));
      for (const notary of notaries) {
        const { accreditation, certificate } = toCertificateSlots({ person, notary }, keccak_256);
        keys.push(accreditation, certificate);
      }
    }
  }
  const { accountProof, storageProof, block } = await prove({ request, registry, keys, newest });
  const proof = parseKyaProof({
    v: 1,
    chainId,
    registry,
    wallet,
    block: { number: Number(block.number), hash: block.hash, header: block.header },
    accountProof,
    // Without the values that the node gives as well: a reader of those would have verified nothing.
    storageProof: storageProof.map(({ proof: nodes }, index) => ({ key: keys[index], proof: nodes })),
  });
  const storageRoot = readStorageRoot(proof, { header: readProofHeader(proof), registry });
  const entry = readProvenEntry(proof, { storageRoot, wallet });
  if (entry !== null) readProvenCertificates(proof, { storageRoot, person: entry.haftungsperson, notaries });
  return proof;
}

type Block = { number: Hex; hash: Hex; parentHash: Hex; stateRoot: Hex; header: Hex };
type NodeProof = { accountProof: Hex[]; storageProof: { proof: Hex[] }[] };

async function prove({
  request,
  registry,
  keys,
  newest,
}: {
  request: RpcRequest;
  registry: Hex;
  keys: Hex[];
  newest: Block;
}): Promise<NodeProof & { block: Block }> {
  try {
    const proof = await readProof(request, [registry, keys, newest.number]);
    if (isProofOf(proof, newest)) return { ...proof, block: newest };
  } catch (error) {
    if (UNKNOWN_METHODS.includes((error as { code?: unknown }).code))
      throw new ProofUnavailable("unsupported", "The node gives no proofs.", { cause: error });
    // Many nodes prove their newest block alone, which may be another by now.
  }
  const proof = await readProof(request, [registry, keys, "latest"]);
  let block = await readBlock(request, "latest");
  for (let behind = 0; !isProofOf(proof, block); behind += 1) {
    if (behind === MAX_BLOCKS_BETWEEN) throw new ChainMoved("The block of the proof is not found.");
    block = await readBlock(request, block.parentHash);
  }
  return { ...proof, block };
}

/** The first node of an account's proof has the hash that its block names as the root of all state. */
function isProofOf({ accountProof: [first] }: NodeProof, { stateRoot }: Block): boolean {
  return first !== undefined && isSame(keccak_256(toBytes(first)), toBytes(stateRoot));
}

async function readProof(request: RpcRequest, params: unknown[]): Promise<NodeProof> {
  const answer = (await request("eth_getProof", params)) as Partial<NodeProof> | null;
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  const { accountProof, storageProof } = answer ?? {};
  if (!isList(accountProof) || !isList(storageProof))
    throw new ProofUnavailable("unsupported", "The node gives no proofs.");
  return {
    accountProof: accountProof.map((node) => requireHex(node, "a proof's node")),
    storageProof: storageProof.map((slot) => {
      const nodes = (slot as { proof?: unknown } | null)?.proof;
      if (!isList(nodes)) throw new ProofUnavailable("unsupported", "The node gives no proofs.");
      return { proof: nodes.map((node) => requireHex(node, "a proof's node")) };
    }),
  };
}

async function readBlock(request: RpcRequest, which: "latest" | Hex): Promise<Block> {
  const answer =
    which === "latest"
      ? await request("eth_getBlockByNumber", ["latest", false])
      : await request("eth_getBlockByHash", [which, false]);
  if (typeof answer !== "object" || answer === null) throw new ChainMoved("The node has no such block.");
  const block = answer as Record<string, unknown>;
  const header = encode(block);
  const hash = toHex(keccak_256(toBytes(header)));
  if (hash !== block.hash)
    throw new ProofUnavailable(
      "inconsistent",
      "The node's header has a field that is not known here: its hash is another.",
    );
  return {
    header,
    hash,
    number: requireHex(block.number, "a block's number"),
    parentHash: requireHex(block.parentHash, "a block's parent"),
    stateRoot: requireHex(block.stateRoot, "a block's state root"),
  };
}

function encode(block: Record<string, unknown>): Hex {
  try {
    return encodeBlockHeader(block);
  } catch (error) {
    if (error instanceof RlpError)
      throw new ProofUnavailable("inconsistent", `The node's answer is no block: ${error.message}.`);
    throw error;
  }
}

function requireHex(value: unknown, what: string): Hex {
  if (typeof value === "string" && /^0x[0-9a-fA-F]+$/.test(value)) return value as Hex;
  throw new ProofUnavailable("inconsistent", `The node's answer is not ${what}.`);
}
