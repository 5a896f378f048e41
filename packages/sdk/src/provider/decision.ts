import type { Address } from "viem";
import type { KyaAgent, KyaVerdict } from "../actions/kya-finding.ts";
import type { OfflineDecision } from "../offline/known-agents.ts";
import type { Refusal, RefusalReason } from "./refusal.ts";

/**
 * An agent that proved who it is, is compliant, and has what the policy asks for. What else its record holds is there if
 * the register was asked; an agent that is admitted offline brings only these along.
 */
export type AdmittedAgent = Pick<KyaAgent, "agentId" | "agentWallet" | "haftungsperson"> & Partial<KyaAgent>;

export type Admission = { agent: AdmittedAgent } | { refusal: Refusal };

/** A signed list, as the register gave it. */
export type SignedList = { uri: string; token: string };

/** What a decision about a wallet rests on: the register's answer, or what the register had signed before. */
export type DecisionBasis =
  | {
      kind: "verdict";
      verdict: KyaVerdict;
      /** Whose certificates the policy asks for, if it names them. */
      notaries?: readonly string[] | undefined;
    }
  | {
      kind: "offline";
      decision: OfflineDecision;
      /** As the request brought it along, if it is the one that was verified. */
      binding: string | undefined;
      list: SignedList | undefined;
    };

/** One decision about a request, for those who keep a record of why they served whom. */
export type AdmissionDecision = {
  /** Seconds since the epoch. */
  decidedAt: number;
  method: string;
  /** With the query. */
  path: string;
  /** Undefined if the request does not say who sent it; not proven unless `basis` is there. */
  wallet: Address | undefined;
  /** How the agent proved that it sent the request: lines with the header fields of its signature. */
  proof: string | undefined;
  /** Undefined if the request was refused before the wallet was looked up. */
  basis: DecisionBasis | undefined;
} & (
  | { admitted: true; agent: AdmittedAgent; reason: undefined }
  | { admitted: false; agent: undefined; reason: RefusalReason }
);

/** Whether a wallet is admitted, and why. */
export type WalletDecision = Admission & { basis?: DecisionBasis | undefined };
