import { UntrustedProof } from "@agent-registry/protocol/proof";
import { type Hash, isHash } from "viem";
import { invalidInput } from "../errors/registry-error.ts";

/** A block as a proof has it. Its hash was computed from its header. */
export type ClaimedBlock = { number: number; hash: Hash };

/** A block that no reorganisation takes back. */
export type FinalBlock = { number: number; hash: Hash; timestamp: number };

/** What is final of the chain: the newest block, and the one at a height, if the chain is that far. */
export type FinalChain = { head: FinalBlock; block: FinalBlock | undefined };

/**
 * A source that says which blocks are the chain's. A proof cannot vouch for its own block, so it is only as
 * good as this source.
 */
export type TrustedBlocks = {
  /** In a few words, for those who read the verdict. */
  readonly kind: string;
  /** Throws if that cannot be said now, because a trusted node does not answer. */
  isCanonical(block: ClaimedBlock): Promise<boolean>;
  /**
   * What the chain finally has at a height, for those who must know that a block is not the chain's: a no of
   * `isCanonical` may be that of a node which is behind. Undefined if that cannot be said.
   */
  findFinal?(number: number): Promise<FinalChain | undefined>;
};

/** Throws `UntrustedProof` if the block is not one of the chain's. */
export async function requireCanonical(block: ClaimedBlock, trust: TrustedBlocks): Promise<void> {
  if (await trust.isCanonical(block)) return;
  throw new UntrustedProof(
    "not-canonical",
    `Block ${block.number} with the hash ${block.hash} is not the chain's, by the word of ${trust.kind}.`,
  );
}

/** One block whose hash is known from elsewhere: from a notary, a court's file, another chain. */
export function pinnedBlock(hash: Hash): TrustedBlocks {
  if (!isHash(hash)) throw invalidInput(`This is not a block's hash: ${hash}`);
  return {
    kind: "a block hash that was given",
    isCanonical: async (block) => block.hash === hash.toLowerCase(),
  };
}

const MAX_KNOWN = 256;

/** Whether a block is the chain's is asked once for all proofs against it. Only a yes is kept: a node may be behind. */
export function rememberBlocks(ask: (block: ClaimedBlock) => Promise<boolean>) {
  const known = new Map<Hash, Promise<boolean>>();
  return async (block: ClaimedBlock): Promise<boolean> => {
    const { hash } = block;
    const asked = known.get(hash) ?? ask(block);
    known.delete(hash);
    known.set(hash, asked);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    const forget = () => {
      if (known.get(hash) === asked) known.delete(hash);
    };
    try {
      const isCanonical = await asked;
      if (!isCanonical) forget();
      return isCanonical;
    } catch (error) {
      forget();
      throw error;
    }
  };
}
