import type { AgentStatus, Filing } from "@agent-registry/protocol";
import { toQuote } from "../text/words.ts";
import { formatAgo } from "../time/format-time.ts";
import { type Agreement, isDisputed, toAgreementSentence } from "./agreement.ts";
import { isDeclined, type ReleaseFiling, type StatusFiling, toActor } from "./filing-actor.ts";
import { DO_NOT, type Verdict, type VerdictInput } from "./verdict-types.ts";

const FINAL = {
  Revoked: "A revocation is final: do not provision services.",
  Terminated: "A termination is final: do not provision services.",
} as const;

/** Why an agent was stopped, by whom, and what has changed since. */
export function toStoppedVerdict(input: VerdictInput, status: Exclude<AgentStatus, "Active">): Verdict {
  const { statusFiling, nowMs, agreement, parties } = input;
  const known = statusFiling?.newStatus === status ? statusFiling : undefined;
  const quote = known === undefined || isDeclined(known) ? null : toQuote(known.reason);
  const actor = known === undefined ? "" : ` ${toActor({ filing: known, parties })}`;
  const when = known === undefined ? "" : ` ${formatAgo((nowMs - Date.parse(known.timestamp)) / 1000)}`;
  const stopped = { isCompliant: false, quote: null, agreement: null } as const;

  if (agreement.kind === "released") {
    return {
      ...stopped,
      tone: "grey",
      sentence: `${status}${actor}${when}`,
      quote,
      agreement: toReleaseSentence(input),
      advice: "This record is nobody’s KYA answer.",
    };
  }
  if (status === "Suspended" && known?.cause === "haftungsperson-declined") {
    const since = toAgreedSince({ agreement, isSamePerson: known?.actor === parties?.haftungsperson });
    return {
      ...stopped,
      tone: "red",
      sentence: `Suspended${actor}, who refused to answer for this agent${when}`,
      agreement: since,
      advice: since === null ? DO_NOT : "Do not provision services until a regulator reactivates it.",
    };
  }
  const disputed = isDisputed(agreement);
  const isFinal = status !== "Suspended";
  return {
    ...stopped,
    tone: status === "Revoked" ? "red" : status === "Terminated" ? "grey" : "yellow",
    sentence: `${status}${actor}${when}`,
    quote,
    agreement: disputed && !isFinal ? toAgreementSentence(agreement) : null,
    advice: isFinal
      ? FINAL[status]
      : disputed
        ? DO_NOT
        : "Do not provision services until it is reactivated.",
  };
}

/** A new agreement, by the same Haftungsperson or by its successor, does not end the suspension. */
function toAgreedSince({
  agreement,
  isSamePerson,
}: {
  agreement: Agreement;
  isSamePerson: boolean;
}): string | null {
  const hasAgreed =
    agreement.kind === "agreed" ||
    (agreement.kind === "missing" && !agreement.parties.includes("haftungsperson"));
  if (!hasAgreed) return null;
  return isSamePerson ? "It has agreed again since." : "A new Haftungsperson has agreed since.";
}

function toReleaseSentence({ releaseFiling, statusFiling, nowMs }: VerdictInput): string {
  if (releaseFiling === undefined) return "The wallet, which had never agreed to this entry, was released.";
  // If the release ended the agent, the status has its time already.
  const isSameCall = releaseFiling.transactionHash === statusFiling?.transactionHash;
  const when = isSameCall ? "" : ` ${formatAgo((nowMs - Date.parse(releaseFiling.timestamp)) / 1000)}`;
  return releaseFiling.actorRole === "wallet"
    ? `The wallet had never agreed to this entry, and declined it${when}.`
    : `The wallet had never agreed to this entry, and a regulator released it${when}.`;
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

/** How the wallet of a record was released. */
export function findReleaseFiling(filings: readonly Filing[]): ReleaseFiling | undefined {
  return filings.find((filing): filing is ReleaseFiling => filing.kind === "wallet-released");
}
