import type { AgentStatus } from "@agent-registry/protocol";
import type { Tone } from "./verdict-types.ts";

export const TONE_OF_STATUS: Record<AgentStatus, Tone> = {
  Active: "green",
  Suspended: "yellow",
  Revoked: "red",
  Terminated: "grey",
};

const CLASSES: Record<Tone, string> = {
  green: "bg-green-soft text-green",
  yellow: "bg-yellow-soft text-yellow",
  red: "bg-red-soft text-red",
  grey: "bg-grey-soft text-grey",
};

/** Colour, dot and word together: colour alone would not suffice. */
export function StatusBadge({ status, large = false }: { status: AgentStatus; large?: boolean }) {
  const tone = TONE_OF_STATUS[status];
  return (
    <span
      data-tone={tone}
      className={`inline-flex items-center gap-1.5 rounded-full font-medium whitespace-nowrap print:border print:border-current ${CLASSES[tone]} ${
        large ? "px-3 py-1 text-sm" : "px-2.5 py-px text-xs"
      }`}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current print:border print:border-current" />
      {status}
    </span>
  );
}
