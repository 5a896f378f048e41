/** A large register is not asked for more often than this, even if a round then takes longer than wanted. */
const SHORTEST_MS = 1_000;
/** A node that tells so few agents in a call was asked for their slots: some hundred requests. */
const AGENTS_BY_SLOTS = 10;
const SHORTEST_BY_SLOTS_MS = 10_000;
/** A small register's round is shorter than wanted: one call a minute is cheap, and finds a fault sooner. */
const LONGEST_MS = 60_000;

/** How long to wait between two calls of the walk, if each compares so many agents. */
export function toPaceMs(options: { agents: number; agentsInCall: number; roundMs: number }): number {
  const calls = Math.ceil(options.agents / Math.max(1, options.agentsInCall));
  // A tenth faster than needed, for what goes wrong in between.
  const paceMs = (options.roundMs * 0.9) / Math.max(1, calls);
  const shortestMs = options.agentsInCall <= AGENTS_BY_SLOTS ? SHORTEST_BY_SLOTS_MS : SHORTEST_MS;
  return Math.min(LONGEST_MS, Math.max(shortestMs, paceMs));
}
