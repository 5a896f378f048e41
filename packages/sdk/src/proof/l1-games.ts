import { type Address, type Chain, concat, keccak256, type PublicClient, parseAbi, toHex } from "viem";
import { missingConfiguration } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { ClaimedBlock, TrustedBlocks } from "./trusted-blocks.ts";

export type L1GamesOptions = {
  /** A client of the chain below, of the verifier's own choosing. */
  l1: PublicClient;
  /** The chain of the register, with its contracts on L1: `base` or `baseSepolia` of `viem/chains`. */
  l2: Chain;
  /** How long ago a game may have been created, in seconds; 14 days if nothing else is said. */
  maxAge?: number | undefined;
  /**
   * Also believe games that are not decided yet. Only where L1 has checked a proof before it let the game begin: where
   * anybody may begin one, its claim is nothing but somebody's word.
   */
  inProgress?: boolean | undefined;
  /** Seconds since the epoch. */
  now?: (() => number) | undefined;
};

const MAX_AGE_SECONDS = 14 * 86_400;
const MAX_GAMES = 100n;
const CHALLENGER_WINS = 1;

const FACTORY_ABI = parseAbi([
  "struct Game { uint256 index; bytes32 metadata; uint64 timestamp; bytes32 rootClaim; bytes extraData; }",
  "function gameCount() view returns (uint256)",
  "function findLatestGames(uint32 gameType, uint256 start, uint256 count) view returns (Game[])",
]);
const PORTAL_ABI = parseAbi([
  "function respectedGameType() view returns (uint32)",
  "function anchorStateRegistry() view returns (address)",
]);
const ANCHOR_ABI = parseAbi([
  "function isGameProper(address game) view returns (bool)",
  "function isGameRespected(address game) view returns (bool)",
  "function isGameClaimValid(address game) view returns (bool)",
]);
const GAME_ABI = parseAbi(["function status() view returns (uint8)"]);

/**
 * The chain below: a dispute game on L1 must claim exactly the block of the proof. Games claim one block in many, so
 * this is for evidence that was collected at such a block, and not for a check at the door. It has not been tried
 * against a live L1.
 *
 * @example
 * const l1 = createPublicClient({ chain: sepolia, transport: http("https://l1.example") });
 * const trust = l1Games({ l1, l2: baseSepolia });
 */
export function l1Games({
  l1,
  l2,
  maxAge = MAX_AGE_SECONDS,
  inProgress = false,
  now = () => Math.floor(Date.now() / 1000),
}: L1GamesOptions): TrustedBlocks {
  const portal = { address: findAddress(l2, "portal"), abi: PORTAL_ABI } as const;
  const factory = { address: findAddress(l2, "disputeGameFactory"), abi: FACTORY_ABI } as const;

  /** The games of the kind that counts, newest first. */
  async function findGames() {
    const [count, gameType] = await Promise.all([
      l1.readContract({ ...factory, functionName: "gameCount" }),
      l1.readContract({ ...portal, functionName: "respectedGameType" }),
    ]);
    if (count === 0n) return [];
    const args = [gameType, count - 1n, count < MAX_GAMES ? count : MAX_GAMES] as const;
    return l1.readContract({ ...factory, functionName: "findLatestGames", args });
  }

  async function isBelievable(game: Address): Promise<boolean> {
    const address = await l1.readContract({ ...portal, functionName: "anchorStateRegistry" });
    const ask = (functionName: "isGameProper" | "isGameRespected" | "isGameClaimValid") =>
      l1.readContract({ address, abi: ANCHOR_ABI, functionName, args: [game] });
    if (!inProgress) return ask("isGameClaimValid");
    const [isProper, isRespected, status] = await Promise.all([
      ask("isGameProper"),
      ask("isGameRespected"),
      l1.readContract({ address: game, abi: GAME_ABI, functionName: "status" }),
    ]);
    return isProper && isRespected && status !== CHALLENGER_WINS;
  }

  async function isClaimed(block: ClaimedBlock): Promise<boolean> {
    const outputRoot = findOutputRoot(block);
    if (outputRoot === undefined) return false;
    const oldest = now() - maxAge;
    for (const { rootClaim, timestamp, metadata } of await findGames())
      if (rootClaim === outputRoot && timestamp >= oldest && (await isBelievable(`0x${metadata.slice(-40)}`)))
        return true;
    return false;
  }

  return {
    kind: `dispute games of ${l2.name} on L1`,
    // Asked each time: a game may be struck off later.
    isCanonical: (block) => isClaimed(block).catch(throwChainError),
  };
}

const ZERO = toHex(0, { size: 32 });

/** What a game claims of a block (version 0). Since Isthmus the header holds all of it. */
function findOutputRoot({ hash, stateRoot, withdrawalsRoot }: ClaimedBlock) {
  if (stateRoot === undefined || withdrawalsRoot === undefined) return undefined;
  return keccak256(concat([ZERO, toHex(stateRoot), toHex(withdrawalsRoot), hash]));
}

function findAddress({ contracts, sourceId, name }: Chain, contract: string): Address {
  const onL1 = contracts?.[contract] as Record<number, { address: Address }> | undefined;
  const address = onL1?.[sourceId ?? 0]?.address;
  if (address !== undefined) return address;
  throw missingConfiguration(
    `It is not known where ${name} has its ${contract} on L1: give a chain of viem/chains.`,
  );
}
