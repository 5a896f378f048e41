import * as z from "zod/mini";
import { AGENT_STATUSES, type AgentStatus } from "../agent.ts";
import { attestedUntil } from "../compliance.ts";
import {
  AccountName,
  AgentNumber,
  BlockName,
  Certified,
  Consents,
  LowerCaseAddress,
  type Party,
  Seconds,
  toAccountName,
  toPartyNames,
} from "./token.ts";
import { judgeStanding } from "./verdict.ts";

const common = {
  iss: z.string(),
  sub: AccountName,
  iat: Seconds,
  exp: Seconds,
  registry: LowerCaseAddress,
  block: BlockName,
};

/** What a receipt says: the verdict on a wallet at one block, until it expires. */
export const ReceiptClaims = z.discriminatedUnion("verdict", [
  z.object({
    ...common,
    agentId: z.literal(0),
    verdict: z.literal("not-registered"),
    reason: z.literal("not-registered"),
    /** Only of a wallet that was replaced: the agent whose wallet it was. */
    retiredFrom: z.optional(AgentNumber),
  }),
  z.object({
    ...common,
    agentId: AgentNumber,
    verdict: z.enum(["compliant", "non-compliant"]),
    reason: z.enum(["active-and-attested", "suspended", "revoked", "terminated", "attestation-lapsed"]),
    agentStatus: z.enum(AGENT_STATUSES),
    lastAttestation: Seconds,
    validUntil: Seconds,
    haftungsperson: LowerCaseAddress,
    consents: Consents,
    certified: z.optional(Certified),
  }),
]);
export type ReceiptClaims = z.infer<typeof ReceiptClaims>;

/** So that an agent that mends its standing is not kept out for long. */
const REFUSAL_SECONDS = 60;

type Facts = {
  issuer: string;
  chainId: number;
  registry: string;
  wallet: string;
  /** Null if no agent is bound to the wallet. */
  entry: {
    agentId: number;
    status: AgentStatus;
    lastAttestation: number;
    haftungsperson: string;
    consents: Record<Party, boolean>;
    certified?: Certified | undefined;
  } | null;
  /** The agent in whose record the wallet was replaced, if it was. */
  retiredFrom?: number | undefined;
  block: { number: number; hash: string; timestamp: number };
  now: number;
  /** How long the operator stands by a compliant verdict. */
  ttlSeconds: number;
};

/**
 * The claims of a receipt. It never outlives the attestation: when that lapses is known in advance. Seven days exactly is
 * still current, and a token is void on the second of `exp`, hence the one second more.
 */
export function toReceiptClaims(facts: Facts) {
  const { issuer, chainId, registry, wallet, entry, retiredFrom, block, now, ttlSeconds } = facts;
  const { verdict, reason } = judgeStanding(entry, now);
  const validUntil = attestedUntil(entry ?? { lastAttestation: 0 });
  const exp =
    verdict === "compliant"
      ? Math.min(now + ttlSeconds, validUntil + 1)
      : now + Math.min(ttlSeconds, REFUSAL_SECONDS);
  const { number, hash, timestamp } = block;
  return {
    iss: issuer,
    sub: toAccountName({ chainId, address: wallet }),
    iat: now,
    exp,
    agentId: entry?.agentId ?? 0,
    verdict,
    reason,
    ...(entry === null && retiredFrom !== undefined && { retiredFrom }),
    ...(entry !== null && {
      agentStatus: entry.status,
      lastAttestation: entry.lastAttestation,
      validUntil,
      haftungsperson: entry.haftungsperson.toLowerCase(),
      consents: toPartyNames(entry.consents),
      ...(entry.certified !== undefined && { certified: entry.certified }),
    }),
    registry: registry.toLowerCase(),
    block: { number, hash, timestamp },
  };
}
