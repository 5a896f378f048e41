import { CopyButton } from "../../shared/links/copy-button.tsx";
import { VerdictCard } from "../../shared/verdict/verdict-card.tsx";
import type { Tone } from "../../shared/verdict/verdict-types.ts";
import type { Asked } from "./check-form.tsx";
import { type Step, toConclusion, toSteps } from "./check-words.ts";
import type { CheckOutcome } from "./run-check.ts";

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

const MARKS: Record<Step["state"], { sign: string; said: string; className: string }> = {
  passed: { sign: "✓", said: "passed", className: "bg-green-soft text-green" },
  failed: { sign: "✕", said: "failed", className: "bg-red-soft text-red" },
  open: { sign: "?", said: "not checked", className: "bg-yellow-soft text-yellow" },
  "not-reached": { sign: "–", said: "not reached", className: "bg-grey-soft text-grey" },
};

/** Each step with its mark: colour, sign and word. */
function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-3.5" aria-label="Steps of the check">
      {steps.map(({ name, state, words }) => {
        const { sign, said, className } = MARKS[state];
        return (
          <li key={name} data-state={state} className="flex gap-3">
            <span
              aria-hidden
              className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-sm ${className}`}
            >
              {sign}
            </span>
            <span className="min-w-0">
              <span className="font-medium">{name}</span>
              <span className="sr-only">: {said}.</span>
              {words === "" ? null : (
                <span className="block text-sm text-muted [overflow-wrap:anywhere]">{words}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
