import { DAY, HOUR, type PlannedAgent } from "./planned-agent.ts";
import type { Random } from "./random.ts";

/**
 * Long lapsed, and close to both sides of the five- and seven-day boundaries, where the colour changes.
 * Not closer, since a planned action may happen up to an hour later. The longest first: they need the
 * oldest agents.
 */
const BOUNDARY_AGES = [31, 16, 9, 7.5, 7.06, 6.97, 6.6, 6.3, 5.9, 5.2, 5.06, 4.97].map((days) =>
  Math.round(days * DAY),
);
const FRESH = 4.9 * DAY;

/** How long ago each agent attested last: most are fresh. An agent that was stopped attested until then. */
export function assignAttestationAges({
  planned,
  endAt,
  random,
}: {
  planned: PlannedAgent[];
  endAt: number;
  random: Random;
}): void {
  let untroubled = 0;
  for (const agent of planned) {
    const isReactivated = agent.fate.at(-1)?.kind === "reactivate";
    if (agent.fate.length > 0 && !isReactivated) continue;
    const isFree = !isReactivated && !agent.isFresh;
    if (isFree) untroubled += 1;
    const isAtBoundary = isFree && untroubled % 2 === 0;
    const boundaryAge = isAtBoundary ? BOUNDARY_AGES[(untroubled / 2 - 1) % BOUNDARY_AGES.length] : undefined;
    const age = boundaryAge ?? random.whole(HOUR, FRESH);
    agent.silentFrom = Math.max(agent.registeredAt, endAt - age);
  }
}
