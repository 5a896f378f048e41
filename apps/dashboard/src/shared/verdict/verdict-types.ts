import type { AgentStatus } from "@agent-registry/protocol";
import type { Agreement } from "./agreement.ts";
import type { Parties, ReleaseFiling, StatusFiling } from "./filing-actor.ts";

export type Tone = "green" | "yellow" | "red" | "grey";

export type Verdict = {
  tone: Tone;
  isCompliant: boolean;
  /** Our own words; untrusted text stands in `quote` alone. */
  sentence: string;
  quote: string | null;
  /** Who stands by the entry; null if it is still being read, or if nothing depends on it. */
  agreement: string | null;
  /** What a provider may do now; null while that depends on an agreement still being read. */
  advice: string | null;
};

export type VerdictInput = {
  status: AgentStatus;
  ageSeconds: number;
  nowMs: number;
  agreement: Agreement;
  /** The change that led to the present status, if it is known. */
  statusFiling?: StatusFiling | undefined;
  /** How the wallet was released, if it was and the filing is known. */
  releaseFiling?: ReleaseFiling | undefined;
  parties?: Parties | undefined;
};

export const DO_NOT = "Do not provision services.";
