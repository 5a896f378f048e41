import type { AgentAtResponse, Filing, KyaAtResponse } from "@agent-registry/protocol";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import { toQuote } from "../../shared/text/words.ts";
import { formatDay, formatDuration } from "../../shared/time/format-time.ts";
import { judgeAgreement, type StatedAgreement, toStatedSentence } from "../../shared/verdict/agreement.ts";
import { isDeclined, type Parties, type StatusFiling, toActor } from "../../shared/verdict/filing-actor.ts";
import { TONES } from "../../shared/verdict/verdict.ts";
import type { Tone } from "../../shared/verdict/verdict-types.ts";
import type { Said } from "../agent/party-note.tsx";

type Judged = Pick<AgentAtResponse, "asOf" | "reason" | "consents" | "refusals" | "isWalletReleased"> & {
  agent: Pick<AgentAtResponse["agent"], "lastAttestation"> & Parties;
};

type PastVerdict = {
  tone: Tone;
  title: string;
  /** Our own words; untrusted text stands in `quote` alone. */
  sentence: string;
  quote: string | null;
  agreement: string;
};

/** A wallet's answer as that of its agent; null if it had none. */
export function toJudged(answer: KyaAtResponse): Judged | null {
  const { asOf, agent, reason, consents, refusals } = answer;
  if (agent === null || consents === null || refusals === null || reason === "not-registered") return null;
  return { asOf, agent, reason, consents, refusals, isWalletReleased: false };
}

const TITLES: Record<StatedAgreement["kind"], string> = {
  agreed: "Was compliant",
  missing: "Was compliant, not agreed",
  "self-liable": "Was compliant, its own Haftungsperson",
  refused: "Had been refused by its Haftungsperson",
  released: "Wallet had been released",
};

/** How an agent stood: by the API's judgement, in words of the past, and without advice, which is for today. */
export function toPastVerdict(judged: Judged, statusFiling: StatusFiling | undefined): PastVerdict {
  const stated = judgeAgreement(judged.agent, toPartyWords(judged));
  const agreement = toStatedSentence(stated, "past");
  if (judged.reason === "active-and-attested") {
    const ageSeconds = toAgeSeconds(judged);
    return {
      tone: TONES[stated.kind],
      title: TITLES[stated.kind],
      sentence:
        ageSeconds < 1
          ? "Active; it had attested just then."
          : `Active; it had last attested ${formatDuration(ageSeconds)} before.`,
      quote: null,
      agreement,
    };
  }
  const stopped = { title: "Was not compliant", quote: null, agreement } as const;
  if (judged.reason === "attestation-lapsed") {
    const lapsed = formatDuration(toAgeSeconds(judged) - ATTESTATION_VALIDITY_SECONDS);
    return {
      ...stopped,
      tone: "red",
      sentence: `Active, but its last attestation had lapsed ${lapsed} before; it is due every 7 days.`,
    };
  }
  const status = STATUS[judged.reason];
  if (statusFiling === undefined) return { ...stopped, tone: status.tone, sentence: `${status.word}.` };
  return {
    ...stopped,
    tone: status.tone,
    sentence: `${status.word} ${toActor({ filing: statusFiling, parties: judged.agent })} on ${formatDay(statusFiling.timestamp)}`,
    quote: isDeclined(statusFiling) ? null : toQuote(statusFiling.reason),
  };
}

const STATUS = {
  suspended: { tone: "yellow", word: "Suspended" },
  revoked: { tone: "red", word: "Revoked" },
  terminated: { tone: "grey", word: "Terminated" },
} as const;

function toAgeSeconds({ asOf, agent }: Judged): number {
  return Math.max(0, Math.floor((Date.parse(asOf.timestamp) - Date.parse(agent.lastAttestation)) / 1000));
}

type Answer = Pick<AgentAtResponse, "consents" | "refusals" | "isWalletReleased">;

export type PartyWords = { wallet: Said; haftungsperson: Said; parent: Said };

/** What each party had said at a moment of the past. */
export function toPartyWords({ consents, refusals, isWalletReleased }: Answer): PartyWords {
  const toSaid = (party: "haftungsperson" | "parent"): Said => ({
    state: refusals[party] ? "refused" : consents[party] ? "agreed" : "none",
  });
  return {
    wallet: { state: isWalletReleased ? "released" : consents.wallet ? "agreed" : "none" },
    haftungsperson: toSaid("haftungsperson"),
    parent: toSaid("parent"),
  };
}

/**
 * The attester after these filings, newest first. The answer about a moment of the past does not name it, so it is
 * known as far back as the history is loaded; an extract loads all of it.
 */
export function findAttester(filings: readonly Filing[]): string | null {
  const change = filings.find((filing) => filing.kind === "attester-changed");
  return change?.newAttester ?? null;
}
