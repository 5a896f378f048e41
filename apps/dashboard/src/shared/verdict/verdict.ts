import { AGREEMENT_TEXTS } from "@agent-registry/protocol/agreement-text";
import { isCompliant } from "@agent-registry/protocol/compliance";
import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol/limits";
import { toAttestationState } from "../time/attestation.ts";
import { formatDuration } from "../time/format-time.ts";
import { type Agreement, isDisputed, toAgreementSentence } from "./agreement.ts";
import { toStoppedVerdict } from "./stopped-verdict.ts";
import { DO_NOT, type Tone, type Verdict, type VerdictInput } from "./verdict-types.ts";

/** Whether an agent is in good standing, who stands by it, and why, as a person would say it. */
export function toVerdict(input: VerdictInput): Verdict {
  const { status, ageSeconds } = input;
  if (status !== "Active") return toStoppedVerdict(input, status);
  const isCurrent = isCompliant({ status, lastAttestation: 0 }, ageSeconds);
  return isCurrent ? toCompliantVerdict(input) : toOverdueVerdict(input);
}

function toCompliantVerdict({ ageSeconds, agreement }: VerdictInput): Verdict {
  const isLapsing = toAttestationState(ageSeconds) === "lapsing";
  const age = formatDuration(ageSeconds);
  const left = formatDuration(ATTESTATION_VALIDITY_SECONDS - ageSeconds);
  return {
    tone: agreement.kind === "agreed" && isLapsing ? "yellow" : TONES[agreement.kind],
    isCompliant: true,
    sentence: isLapsing
      ? `Active; last attested ${age} ago. The attestation lapses in ${left}.`
      : `Active; last attested ${ageSeconds < 1 ? "just now" : `${age} ago`}. The attestation holds for another ${left}.`,
    quote: null,
    agreement:
      agreement.kind === "released" ? AGREEMENT_TEXTS.released.present : toAgreementSentence(agreement),
    advice: toCompliantAdvice({ agreement, isLapsing }),
  };
}

/** The tones of an agent that is active and attested. */
export const TONES: Record<Agreement["kind"], Tone> = {
  agreed: "green",
  missing: "yellow",
  "self-liable": "yellow",
  unreadable: "yellow",
  refused: "red",
  released: "red",
  reading: "grey",
};

function toCompliantAdvice({
  agreement,
  isLapsing,
}: {
  agreement: Agreement;
  isLapsing: boolean;
}): string | null {
  switch (agreement.kind) {
    case "agreed":
      return isLapsing
        ? "You may provision services; check again before it lapses."
        : "You may provision services.";
    case "missing":
      return `Do not provision services until ${agreement.parties.length > 1 ? "both have" : "it has"}.`;
    case "self-liable":
      return "Do not provision services until somebody else takes over as Haftungsperson.";
    case "unreadable":
      return "Do not provision services until it can.";
    case "refused":
    case "released":
      return DO_NOT;
    case "reading":
      return null;
  }
}

function toOverdueVerdict({ ageSeconds, agreement }: VerdictInput): Verdict {
  const disputed = isDisputed(agreement);
  return {
    tone: "red",
    isCompliant: false,
    sentence: `The last attestation lapsed ${toLapsedAgo(ageSeconds)}; it is due every 7 days.`,
    quote: null,
    agreement: disputed ? toAgreementSentence(agreement) : null,
    advice: disputed ? DO_NOT : "Do not provision services until it attests again.",
  };
}

function toLapsedAgo(ageSeconds: number): string {
  const seconds = ageSeconds - ATTESTATION_VALIDITY_SECONDS;
  return seconds < 1 ? "just now" : `${formatDuration(seconds)} ago`;
}
