import { DAY, HOUR, type PlannedAgent } from "./planned-agent.ts";

export type Span = { earliest: number; latest: number };

export const SUSPENSION_DAYS = 2;

/** When an agent may be stopped: after its last child, since a parent must be Active when a child is registered. */
export function toSpan({
  agent,
  planned,
  endAt,
}: {
  agent: PlannedAgent;
  planned: readonly PlannedAgent[];
  endAt: number;
}): Span {
  const children = planned.filter((other) => other.parent === agent.agent);
  const earliest = Math.max(agent.registeredAt, ...children.map((child) => child.registeredAt)) + DAY;
  return { earliest, latest: endAt - 2 * HOUR };
}

export function hasRoom({ earliest, latest }: Span): boolean {
  return latest - earliest > SUSPENSION_DAYS * DAY;
}
