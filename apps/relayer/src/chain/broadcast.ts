import type { Hex, PublicClient } from "viem";
import { isAnswer, toDetails } from "./rpc-error.ts";

/**
 * What came of handing a signed transaction to the nodes:
 * - `accepted`: a node has it
 * - `nonce-too-low`, `nonce-too-high`, `underpriced`: its nonce is spent, not free yet, or held by another
 * - `no-funds`: the wallet cannot pay for it
 * - `fee-too-low`: the fee is under what the next block asks
 * - `refused`: a node refused it for a reason that we do not know
 * - `unknown`: no node answered, or a node answered only that it failed itself
 */
export type BroadcastKind =
  | "accepted"
  | "nonce-too-low"
  | "nonce-too-high"
  | "underpriced"
  | "no-funds"
  | "fee-too-low"
  | "refused"
  | "unknown";

export type BroadcastResult = {
  kind: BroadcastKind;
  /** An earlier node gave no clear answer, and may have it. */
  isUncertain: boolean;
  details: string;
};

/** Nodes have no codes for these, only words, and each kind of node has its own. */
const PATTERNS: [RegExp, BroadcastKind][] = [
  [/already ?known|already imported|known transaction|already exists/i, "accepted"],
  [/nonce.{0,10}too low|nonce has already been used|old ?nonce|invalid nonce.*lower/i, "nonce-too-low"],
  [/nonce.{0,10}too high|nonce gap|too far in the future/i, "nonce-too-high"],
  [/replacement.*underpriced|underpriced|replacement fee too low|could not replace/i, "underpriced"],
  [/insufficient funds|enough funds/i, "no-funds"],
  [/max fee per gas less than|maxFeePerGas.*too low|fee cap less than|below.*base fee/i, "fee-too-low"],
  [/internal error|timed? ?out|temporar|unavailable|too many|rate limit|try again/i, "unknown"],
];

type BroadcastOptions = { nodes: readonly Pick<PublicClient, "request">[]; raw: Hex };

/** Hands a signed transaction to the first node that answers. */
export async function broadcast({ nodes, raw }: BroadcastOptions): Promise<BroadcastResult> {
  let isUncertain = false;
  let details = "";
  for (const node of nodes) {
    try {
      await node.request({ method: "eth_sendRawTransaction", params: [raw] });
      return { kind: "accepted", isUncertain: false, details: "" };
    } catch (error) {
      details = toDetails(error);
      const kind = isAnswer(error) ? toBroadcastKind(details) : "unknown";
      if (kind !== "unknown") return { kind, isUncertain, details };
      isUncertain = true;
    }
  }
  return { kind: "unknown", isUncertain, details };
}

export function toBroadcastKind(details: string): BroadcastKind {
  return PATTERNS.find(([pattern]) => pattern.test(details))?.[1] ?? "refused";
}
