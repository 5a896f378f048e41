import type { KyaResponse } from "@agent-registry/protocol";
import { type StatusFiling, type Tone, toVerdict, type Verdict } from "../../shared/verdict.ts";

type Judged = Pick<KyaResponse, "isCompliant" | "checkedAt"> & { agent: NonNullable<KyaResponse["agent"]> };

type KyaVerdict = {
  tone: Tone;
  title: string;
  reason: Pick<Verdict, "sentence" | "quote">;
  advice: string;
  /** The attestation has lapsed since the API answered: the API must be asked again. */
  isOutdated: boolean;
};

/**
 * The API's judgement leads, and the reason must not contradict it. This machine's clock, which may be wrong,
 * only counts the time since the answer.
 */
export function toKyaVerdict({
  answer: { agent, isCompliant, checkedAt },
  asOfMs,
  nowMs,
  statusFiling,
}: {
  answer: Judged;
  /** When the API made the answer, by this machine's clock. */
  asOfMs: number;
  nowMs: number;
  statusFiling: StatusFiling | undefined;
}): KyaVerdict {
  const ageThenSeconds = Math.max(0, (Date.parse(checkedAt) - Date.parse(agent.lastAttestation)) / 1000);
  const passedSeconds = Math.max(0, (nowMs - asOfMs) / 1000);
  const { status } = agent;
  const verdictAt = (ageSeconds: number) =>
    toVerdict({ status, ageSeconds: Math.floor(ageSeconds), nowMs, statusFiling, parties: agent });
  const now = verdictAt(ageThenSeconds + passedSeconds);

  if (now.isCompliant === isCompliant) {
    return {
      tone: isCompliant ? "green" : "red",
      title: isCompliant ? "Registered and compliant" : "Registered, not compliant",
      reason: now,
      advice: now.advice,
      isOutdated: false,
    };
  }
  if (isCompliant) {
    return {
      tone: "grey",
      title: "Registered, being checked again",
      reason: {
        sentence:
          "The agent was compliant when the register was asked, but its attestation lapses about now. The register is being asked again.",
        quote: null,
      },
      advice: "Wait for the answer before you provision services.",
      isOutdated: true,
    };
  }
  return {
    tone: "red",
    title: "Registered, not compliant",
    reason: { sentence: "The register does not find it compliant at present.", quote: null },
    advice: "Do not provision services until it is.",
    isOutdated: false,
  };
}
