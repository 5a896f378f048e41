import type { AgentAtResponse, Filing, KyaAtResponse } from "@agent-registry/protocol";
import { isSelfLiable } from "@agent-registry/protocol/decide";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import { toQuote } from "../../shared/text/words.ts";
import { formatDay, formatDuration } from "../../shared/time/format-time.ts";
import {
  type Parties,
  type StatusFiling,
  toActor,
  toStatusCause,
} from "../../shared/verdict/filing-actor.ts";
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
  agreement: string | null;
};

/** A wallet's answer as that of its agent; null if it had none. */
export function toJudged(answer: KyaAtResponse): Judged | null {
  const { asOf, agent, reason, consents, refusals } = answer;
  if (agent === null || consents === null || refusals === null || reason === "not-registered") return null;
  return { asOf, agent, reason, consents, refusals, isWalletReleased: false };
}

/** How an agent stood: by the API's judgement, in words of the past, and without advice, which is for today. */
export function toPastVerdict(judged: Judged, statusFiling: StatusFiling | undefined): PastVerdict {
  const words = toPartyWords(judged);
  const selfLiable = isSelfLiable(judged.agent);
  const agreement = toAgreement(words, selfLiable);
  if (judged.reason === "active-and-attested") {
    const ageSeconds = toAgeSeconds(judged);
    const isAgreed = words.wallet.state === "agreed" && words.haftungsperson.state === "agreed";
    const isRefused = words.haftungsperson.state === "refused";
    const isReleased = words.wallet.state === "released";
    return {
      tone: isReleased || isRefused ? "red" : isAgreed && !selfLiable ? "green" : "yellow",
      title: isReleased
        ? "Wallet had been released"
        : isRefused
          ? "Had been refused by its Haftungsperson"
          : selfLiable
            ? "Was compliant, its own Haftungsperson"
            : isAgreed
              ? "Was compliant"
              : "Was compliant, not agreed",
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
    quote: toStatusCause(statusFiling) === "regulator" ? toQuote(statusFiling.reason) : null,
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

function toAgreement({ wallet, haftungsperson }: PartyWords, selfLiable: boolean): string | null {
  if (wallet.state === "released") return "The wallet had been released from this entry.";
  if (haftungsperson.state === "refused") return "The Haftungsperson had refused to answer for this agent.";
  if (selfLiable) return "Wallet and Haftungsperson were one key: nobody else answered for this agent.";
  const hasWallet = wallet.state === "agreed";
  const hasHaftungsperson = haftungsperson.state === "agreed";
  if (hasWallet && hasHaftungsperson) return "Wallet and Haftungsperson had agreed.";
  if (hasWallet) return "The Haftungsperson had not agreed to answer for this agent.";
  if (hasHaftungsperson) return "The wallet had not agreed to this entry.";
  return "Neither the wallet nor the Haftungsperson had agreed to this entry.";
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
