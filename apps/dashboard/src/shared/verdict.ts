import type { AgentStatus, Filing } from "@agent-registry/protocol";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import { toAttestationState } from "./attestation.ts";
import { formatAgo, formatDuration } from "./format-time.ts";

export type Tone = "green" | "yellow" | "red" | "grey";

export type Verdict = {
  tone: Tone;
  isCompliant: boolean;
  /** Our own words; untrusted text stands in `quote` alone. */
  sentence: string;
  quote: string | null;
  /** What a provider may do now. */
  advice: string;
};

export type StatusFiling = Extract<Filing, { kind: "status-changed" }>;
export type Parties = { agentWallet: string; creator: string; haftungsperson: string };

type VerdictInput = {
  status: AgentStatus;
  ageSeconds: number;
  nowMs: number;
  /** The change that led to the present status, if it is known. */
  statusFiling?: StatusFiling | undefined;
  parties?: Parties | undefined;
};

const ADVICE = {
  Suspended: "Do not provision services until it is reactivated.",
  Revoked: "A revocation is final: do not provision services.",
  Terminated: "A termination is final: do not provision services.",
} as const;

/** Whether an agent is in good standing, and why, as a person would say it. */
export function toVerdict(input: VerdictInput): Verdict {
  return input.status === "Active"
    ? toActiveVerdict(input.ageSeconds)
    : toStoppedVerdict(input, input.status);
}

function toActiveVerdict(ageSeconds: number): Verdict {
  const state = toAttestationState(ageSeconds);
  const age = formatDuration(ageSeconds);
  if (state === "overdue") {
    return {
      tone: "red",
      isCompliant: false,
      sentence: `The last attestation lapsed ${toLapsedAgo(ageSeconds)}; it is due every 7 days.`,
      quote: null,
      advice: "Do not provision services until it attests again.",
    };
  }
  const left = formatDuration(ATTESTATION_VALIDITY_SECONDS - ageSeconds);
  return {
    tone: state === "current" ? "green" : "yellow",
    isCompliant: true,
    sentence:
      state === "current"
        ? `Active; last attested ${ageSeconds < 1 ? "just now" : `${age} ago`}. The attestation holds for another ${left}.`
        : `Active; last attested ${age} ago. The attestation lapses in ${left}.`,
    quote: null,
    advice:
      state === "current"
        ? "You may provision services."
        : "You may provision services; check again before it lapses.",
  };
}

function toLapsedAgo(ageSeconds: number): string {
  const seconds = ageSeconds - ATTESTATION_VALIDITY_SECONDS;
  return seconds < 1 ? "just now" : `${formatDuration(seconds)} ago`;
}

function toStoppedVerdict(
  { statusFiling, nowMs, parties }: VerdictInput,
  status: Exclude<AgentStatus, "Active">,
): Verdict {
  const known = statusFiling?.newStatus === status ? statusFiling : undefined;
  const by = known === undefined ? "" : ` ${toActor({ filing: known, parties })}`;
  const when = known === undefined ? "" : ` ${formatAgo((nowMs - Date.parse(known.timestamp)) / 1000)}`;
  return {
    tone: status === "Suspended" ? "yellow" : status === "Revoked" ? "red" : "grey",
    isCompliant: false,
    sentence: `${status}${by}${when}`,
    quote: known === undefined ? null : toQuote(known.reason),
    advice: ADVICE[status],
  };
}

/** The filed reason as a sentence quotes it; null if it is blank. */
export function toQuote(reason: string): string | null {
  const quote = reason.trim();
  return quote === "" ? null : quote;
}

/** What ends a sentence after a quotation: nothing if the quoted words end with a mark of their own. */
export function toQuoteEnd(quote: string): "" | "." {
  return /[.!?…]$/.test(quote) ? "" : ".";
}

/** The change that led to the present status. */
export function findStatusFiling({
  filings,
  status,
}: {
  filings: readonly Filing[];
  status: AgentStatus;
}): StatusFiling | undefined {
  return filings.find(
    (filing): filing is StatusFiling => filing.kind === "status-changed" && filing.newStatus === status,
  );
}

/** Who filed a change, by the role in the record if there is one: an address tells a reader little. */
export function toActor({ filing, parties }: { filing: Filing; parties: Parties | undefined }): string {
  // Only a regulator (or the owner) can suspend, revoke or reactivate.
  if (filing.kind === "status-changed" && filing.newStatus !== "Terminated") return "by a regulator";
  if (filing.actor === parties?.agentWallet) return "by the agent’s wallet";
  if (filing.actor === parties?.haftungsperson) return "by the Haftungsperson";
  if (filing.actor === parties?.creator) return "by the creator";
  return "by another party";
}
