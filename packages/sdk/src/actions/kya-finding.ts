import {
  type AgentRecord,
  type Agreement,
  type ComplianceObjection,
  decide,
  findComplianceObjection,
  type KyaAgentSchema,
  type Objection,
  type Policy,
} from "@agent-registry/protocol";
import type { Address } from "viem";
import type * as z from "zod/mini";
import type { Source } from "../reading/source.ts";

export type KyaAgent = Pick<AgentRecord, keyof z.infer<typeof KyaAgentSchema>>;

/** A wallet's record, and what those whom it names said about it. */
export type KyaEntry = { agent: KyaAgent } & Agreement;

/** What is found about a wallet, now or at a past moment. */
export type KyaFinding = Finding<KyaEntry>;

/** The same, of an entry that may show more or less. */
export type Finding<Entry> = {
  /** Whether the agent is compliant and nothing in the policy speaks against it. */
  admissible: boolean;
  /** All that speaks against it, compliance first. */
  objections: readonly Objection[];
} & (
  | ({ verdict: "compliant"; reason: "active-and-attested" } & Entry)
  | ({ verdict: "non-compliant"; reason: Exclude<ComplianceObjection, "not-registered"> } & Entry)
  | NotRegistered
);

export type NotRegistered = {
  verdict: "not-registered";
  reason: "not-registered";
  agent: null;
  consents: null;
  refusals: null;
  /** Only of a wallet that was replaced: the agent whose wallet it was. */
  retiredFrom?: number;
};

/** The answer to "may I do business with this wallet?" */
export type KyaVerdict = {
  wallet: Address;
  checkedAt: string;
  source: Source;
} & KyaFinding;

export type KyaInput = {
  wallet: string;
  source?: Source | undefined;
  /** What `admissible` asks for; by default the agreement of the wallet and of another Haftungsperson. */
  policy?: Policy | undefined;
};

/** `retiredFrom` is the agent in whose record another wallet took this one's place; 0 or undefined if there is none. */
export function toNotRegistered(retiredFrom?: number | undefined): Finding<never> {
  const reason = "not-registered";
  const finding = { verdict: reason, reason, agent: null, consents: null, refusals: null } as const;
  const decision = decide(retiredFrom ? { retiredFrom } : null, {}, 0);
  return { ...decision, ...finding, ...(retiredFrom && { retiredFrom }) };
}

type Found<Entry> = { entry: Entry; objections: readonly Objection[] };

export function toFinding<Entry>({ entry, objections }: Found<Entry>): Finding<Entry> {
  const decision = { admissible: objections.length === 0, objections };
  const reason = findComplianceObjection(objections);
  if (reason === "not-registered") return toNotRegistered();
  return reason === undefined
    ? { ...decision, verdict: "compliant", reason: "active-and-attested", ...entry }
    : { ...decision, verdict: "non-compliant", reason, ...entry };
}

type Judged = Pick<
  AgentRecord,
  "agentWallet" | "haftungsperson" | "status" | "registeredAt" | "lastAttestation"
>;

/** What `decide` takes of any record: times are in seconds there. */
export function toJudged({ agentWallet, haftungsperson, status, registeredAt, lastAttestation }: Judged) {
  const times = { registeredAt: toSeconds(registeredAt), lastAttestation: toSeconds(lastAttestation) };
  return { agentWallet, haftungsperson, status, ...times };
}

export const toSeconds = (timestamp: string) => Math.floor(Date.parse(timestamp) / 1000);
