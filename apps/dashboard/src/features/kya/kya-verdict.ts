import type { KyaResponse } from "@agent-registry/protocol";
import type { Agreement } from "../../shared/verdict/agreement.ts";
import type { StatusFiling } from "../../shared/verdict/filing-actor.ts";
import { toVerdict } from "../../shared/verdict/verdict.ts";
import type { Tone, Verdict } from "../../shared/verdict/verdict-types.ts";

type Judged = Pick<KyaResponse, "isCompliant" | "checkedAt"> & { agent: NonNullable<KyaResponse["agent"]> };

type KyaVerdict = Pick<Verdict, "agreement" | "advice"> & {
  tone: Tone;
  title: string;
  reason: Pick<Verdict, "sentence" | "quote">;
  /** The attestation has lapsed since the API answered: the API must be asked again. */
  isOutdated: boolean;
};

/** The titles of a compliant agent: green is only what its wallet and another Haftungsperson have agreed to. */
const TITLES: Record<Agreement["kind"], string> = {
  agreed: "Registered and compliant",
  missing: "Registered and compliant, not agreed",
  "self-liable": "Registered and compliant, its own Haftungsperson",
  refused: "Registered, refused by its Haftungsperson",
  released: "Registered, wallet released",
  reading: "Registered, being checked",
  unreadable: "Registered, agreement unknown",
};

/**
 * The API's judgement leads, and the reason must not contradict it. This machine's clock, which may be wrong,
 * only counts the time since the answer.
 */
export function toKyaVerdict({
  answer: { agent, isCompliant, checkedAt },
  asOfMs,
  nowMs,
  agreement,
  statusFiling,
}: {
  answer: Judged;
  /** When the API made the answer, by this machine's clock. */
  asOfMs: number;
  nowMs: number;
  agreement: Agreement;
  statusFiling: StatusFiling | undefined;
}): KyaVerdict {
  const ageThenSeconds = Math.max(0, (Date.parse(checkedAt) - Date.parse(agent.lastAttestation)) / 1000);
  const passedSeconds = Math.max(0, (nowMs - asOfMs) / 1000);
  const { status } = agent;
  const verdictAt = (ageSeconds: number) =>
    toVerdict({
      status,
      ageSeconds: Math.floor(ageSeconds),
      nowMs,
      agreement,
      statusFiling,
      parties: agent,
    });
  const now = verdictAt(ageThenSeconds + passedSeconds);

  if (now.isCompliant === isCompliant) {
    return {
      // Lapsing soon is still green here: the question is whether to serve the agent now.
      tone: !isCompliant ? "red" : agreement.kind === "agreed" ? "green" : now.tone,
      title: isCompliant ? TITLES[agreement.kind] : "Registered, not compliant",
      reason: now,
      agreement: now.agreement,
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
      agreement: null,
      advice: "Wait for the answer before you provision services.",
      isOutdated: true,
    };
  }
  return {
    tone: "red",
    title: "Registered, not compliant",
    reason: { sentence: "The register does not find it compliant at present.", quote: null },
    agreement: null,
    advice: "Do not provision services until it is.",
    isOutdated: false,
  };
}
