import { DAY, HOUR, type PlannedAgent } from "./planned-agent.ts";
import type { Random } from "./random.ts";

/**
 * Long lapsed, and on either side of the boundaries of five and seven days, as close as tells which way a
 * colour goes: what is planned may happen up to an hour later, with others in one block. The longest
 * first: they need the oldest agents.
 */
const TELLING_AGES = [31, 16, 9, 7.5, 7.06, 6.97, 6.6, 6.3, 5.9, 5.5, 5.2, 5.06, 4.97].map((days) =>
  Math.round(days * DAY),
);
const FRESH = 4.9 * DAY;

/** How long ago each agent attested last: two in three are fresh. Whoever was stopped fell silent then. */
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
    if (!isReactivated) untroubled += 1;
    const isTelling = !isReactivated && untroubled % 3 === 0;
    const telling = isTelling ? TELLING_AGES[(untroubled / 3 - 1) % TELLING_AGES.length] : undefined;
    const age = telling ?? random.whole(HOUR, FRESH);
    agent.silentFrom = Math.max(agent.registeredAt, endAt - age);
  }
}
