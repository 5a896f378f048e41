import { CopyButton } from "../../shared/copy-button.tsx";
import { VerdictCard } from "../../shared/verdict-card.tsx";
import type { Tone } from "../../shared/verdict-types.ts";
import type { Asked } from "./check-form.tsx";
import type { CheckOutcome } from "./run-check.ts";
import { Steps } from "./steps.tsx";
import { toConclusion } from "./to-conclusion.ts";
import { toSteps } from "./to-steps.ts";

/** What the check found, and how. */
export function CheckResult({ outcome, asked }: { outcome: CheckOutcome; asked: Asked }) {
  const { tone, title, text }: { tone: Tone; title: string; text: string } = toConclusion(outcome, asked);
  return (
    <div className="appear grid gap-5">
      <VerdictCard tone={tone} title={title}>
        <p>{text}</p>
      </VerdictCard>
      <section aria-labelledby="steps" className="card p-5 sm:p-6">
        <h2 id="steps" className="mb-4 text-xl">
          Step by step
        </h2>
        <Steps steps={toSteps(outcome, asked)} />
        {outcome.kind === "proven" ? (
          <div className="mt-5">
            <CopyButton text={JSON.stringify(outcome.proven.proof)} label="the proof">
              Proof
            </CopyButton>
            <p className="mt-2 text-xs text-muted">
              Keep it if you decide upon it: nodes prove their newest blocks alone.{" "}
              <code>agent-registry verify</code> reads it.
            </p>
          </div>
        ) : null}
      </section>
    </div>
  );
}
