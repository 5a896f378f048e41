import { attestedUntil, type Decision, decide, type Policy } from "@agent-registry/protocol";
import {
  judgeStanding,
  ReceiptClaims,
  toAccountAddress,
  toAccountName,
  toSaid,
} from "@agent-registry/protocol/signed";
import type { Address } from "viem";
import { parsePolicy } from "../actions/parse-arguments.ts";
import { invalidInput } from "../errors/registry-error.ts";
import type { Fetch } from "../http/ask-json.ts";
import { systemNow } from "../system-now.ts";
import type { Issuer } from "./issuers.ts";
import { judgeCertified } from "./judge-certified.ts";
import { MAX_AHEAD_SECONDS, requireRecentBlock, requireTime } from "./require-time.ts";
import { UntrustedToken, verifyToken } from "./verify-token.ts";

/** Which register is asked about, and who speaks for it. */
export type SignedBy = {
  /** Keep the list: the keys are fetched once for each of its entries. */
  issuers: readonly Issuer[];
  registry: Address;
  chainId: number;
  /**
   * How old the block that a token names may have been when it was signed; 120 by default. More on a chain
   * that makes no blocks by itself.
   */
  maxBlockLagSeconds?: number | undefined;
  fetch?: Fetch | undefined;
};

export type VerifyReceiptInput = SignedBy & {
  wallet: Address;
  /** What is asked for beyond compliance; of what a receipt holds. */
  policy?: Policy | undefined;
  /** Seconds since the epoch: did the receipt hold then? The present if not given. */
  at?: number | undefined;
  /** How old it may be, if that is less than its issuer says. */
  maxAgeSeconds?: number | undefined;
};

/** What a receipt says; whether the policy lets the agent in, and everything that speaks against it. */
export type ReceiptVerdict = ReceiptClaims & Decision;

/**
 * What a receipt says of a wallet, if a believed register signed it, it is about this wallet in this register, and it
 * holds at this time. Decide by `admissible`: its `verdict` alone says nothing of whether wallet and Haftungsperson have
 * agreed. Keep the token: if the chain holds something else at its block, it convicts the operator.
 *
 * @example
 * const { admissible, objections } = await verifyReceipt(token, { issuers, registry, chainId: 84532, wallet });
 * if (!admissible) refuse(objections);
 */
export async function verifyReceipt(token: string, input: VerifyReceiptInput): Promise<ReceiptVerdict> {
  const policy = requireContained(parsePolicy(input.policy));
  const claims = await readReceipt(token, input);
  const { wallet, chainId, at, maxAgeSeconds, maxBlockLagSeconds } = input;
  if (claims.sub !== toAccountName({ chainId, address: wallet }))
    throw new UntrustedToken("other-wallet", "It is about another wallet.");
  requireSense(claims);
  const slackSeconds = at === undefined ? MAX_AHEAD_SECONDS : 0;
  const now = at ?? systemNow();
  requireTime(claims, { kind: "receipt", now, slackSeconds, maxAgeSeconds });
  requireRecentBlock(claims, maxBlockLagSeconds);
  return { ...claims, ...judge(claims, policy, now) };
}

/** What a receipt of this register says, whatever wallet it is about, and whether or not it still holds. */
export async function readReceipt(
  token: string,
  { issuers, registry, chainId, fetch }: SignedBy,
): Promise<ReceiptClaims> {
  const { claims } = await verifyToken(token, { kind: "receipt", schema: ReceiptClaims, issuers, fetch });
  if (!claims.sub.startsWith(`eip155:${chainId}:`))
    throw new UntrustedToken("other-chain", `It is about a wallet on another chain than ${chainId}.`);
  if (claims.registry !== registry.toLowerCase())
    throw new UntrustedToken("other-registry", "It is about another register.");
  return claims;
}

/** What a receipt does not hold cannot be asked for. */
function requireContained(policy: Policy): Policy {
  const { lineage, minRegisteredSeconds, selfModifying } = policy;
  if (lineage !== "ancestors" && minRegisteredSeconds === undefined && selfModifying !== "refuse")
    return policy;
  throw invalidInput(
    "A receipt tells neither an agent's ancestors, nor when it was registered, nor whether it modifies itself: leave lineage, minRegisteredSeconds and selfModifying out of the policy, or ask without a receipt.",
  );
}

function judge(claims: ReceiptClaims, policy: Policy, now: number): Decision {
  if (claims.verdict === "not-registered") {
    const { retiredFrom } = claims;
    return decide(retiredFrom === undefined ? null : { retiredFrom }, policy, now);
  }
  const { agentStatus: status, lastAttestation, haftungsperson, sub } = claims;
  const named = { agentWallet: toAccountAddress(sub), haftungsperson };
  const { certified } = claims;
  if (policy.certified !== undefined && judgeCertified(certified, policy.certified, now) === "ask")
    throw invalidInput(
      "A receipt tells of the Haftungsperson's best certificate alone, and this one's is another notary's or of another kind than the policy asks for: ask without a receipt.",
    );
  const certificates = { best: certified };
  const entry = { status, lastAttestation, ...named, ...toSaid(claims.consents), certificates };
  return decide(entry, policy, now);
}

/** A verdict that contradicts the rest of the receipt would mislead a reader of the verdict alone. */
function requireSense(claims: ReceiptClaims): void {
  if (claims.verdict === "not-registered") return;
  const { agentStatus: status, lastAttestation, validUntil, iat, exp } = claims;
  const due = judgeStanding({ status, lastAttestation }, iat);
  if (claims.verdict !== due.verdict || claims.reason !== due.reason)
    throw contradictory(`by its own facts the verdict would be ${due.verdict} (${due.reason})`);
  if (validUntil !== attestedUntil({ lastAttestation }))
    throw contradictory("the attestation does not hold until then");
  if (claims.verdict === "compliant" && exp > validUntil + 1)
    throw contradictory("it would outlive the attestation");
}

const contradictory = (why: string) =>
  new UntrustedToken("contradictory", `The receipt contradicts itself: ${why}.`);
