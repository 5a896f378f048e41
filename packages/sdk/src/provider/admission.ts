import type { KyaAgent } from "../actions/kya-finding.ts";
import type { Refusal } from "./refusal.ts";

/**
 * An agent that proved who it is, is compliant, and has what the policy asks for. What else its record holds is there if
 * the register was asked; an agent that is admitted offline brings only these along.
 */
export type AdmittedAgent = Pick<KyaAgent, "agentId" | "agentWallet" | "haftungsperson"> & Partial<KyaAgent>;

export type Admission = { agent: AdmittedAgent } | { refusal: Refusal };
