import type { Step } from "./to-steps.ts";

const MARKS: Record<Step["state"], { sign: string; said: string; className: string }> = {
  passed: { sign: "✓", said: "passed", className: "bg-green-soft text-green" },
  failed: { sign: "✕", said: "failed", className: "bg-red-soft text-red" },
  open: { sign: "?", said: "not checked", className: "bg-yellow-soft text-yellow" },
  "not-reached": { sign: "–", said: "not reached", className: "bg-grey-soft text-grey" },
};

/** Each step with its mark: colour, sign and word. */
export function Steps({ steps }: { steps: Step[] }) {
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
