import { createRandom, type Random } from "./random.ts";
import { CATEGORIES, CURRENCIES, REVOCATION_REASONS, SCOPES, SUSPENSION_REASONS } from "./texts.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Who acts, by the part played; the executor turns it into an account. */
export type Actor =
  | { role: "wallet"; agent: number }
  | { role: "haftungsperson"; person: number }
  | { role: "creator"; creator: number }
  | { role: "regulator" };

type Registration = {
  kind: "register";
  agent: number;
  parent: number;
  person: number;
  scope: string;
  selfModifying: boolean;
};

/** One thing that happens. `agent` is the agent's number, as the contract will assign it. */
export type PlannedAction = { at: number; actor: Actor } & (
  | Registration
  | {
      kind: "attest" | "terminate" | "confirm" | "reactivate" | "update-capabilities" | "update-constitution";
      agent: number;
    }
  | { kind: "suspend" | "revoke"; agent: number; reason: string }
  | { kind: "report"; agent: number; amount: number; currency: string; category: string; periodDays: number }
);

export type PlanOptions = { agents: number; startAt: number; endAt: number; seed?: number };

type PlannedAgent = {
  agent: number;
  parent: number;
  generation: number;
  person: number;
  creator: Actor;
  registeredAt: number;
  /** Until when it attests and reports; a lapsed, suspended or ended agent falls silent earlier. */
  silentFrom: number;
  fate: "suspended" | "revoked" | "terminated" | "reactivated" | "none";
  fateAt: number;
};

/**
 * A believable register as a list of things that happen, in order of time: lineages of different
 * depth and width, all four states with reasons, attestations of every age around the colour
 * boundaries, revenue over weeks, consents given and missing. The same seed gives the same plan.
 */
export function planRegister({ agents, startAt, endAt, seed = 7 }: PlanOptions): PlannedAction[] {
  const random = createRandom(seed);
  const planned: PlannedAgent[] = [];
  for (let agent = 1; agent <= agents; agent += 1) {
    planned.push(planAgent({ agent, agents, startAt, endAt, random, earlier: planned }));
  }
  assignFates({ planned, endAt, random });
  const actions = planned.flatMap((agent) => planLife({ agent, endAt, random }));
  // Sorting is stable: what an agent does at one moment stays in the order it was planned.
  return actions.sort((a, b) => a.at - b.at);
}

type PlanAgentInput = Omit<PlanOptions, "seed"> & { agent: number; random: Random; earlier: PlannedAgent[] };

function planAgent({ agent, agents, startAt, endAt, random, earlier }: PlanAgentInput): PlannedAgent {
  // Evenly over the time, the last one two hours before its end.
  const spacing = (endAt - 2 * HOUR - startAt) / agents;
  const registeredAt = Math.floor(startAt + spacing * (agent - 0.3 * random.next()));
  const parent = pickParent({ random, earlier });
  const person = parent !== undefined && random.chance(0.7) ? parent.person : random.whole(0, 13);
  const creator: Actor = random.chance(0.55)
    ? { role: "wallet", agent }
    : random.chance(0.6)
      ? { role: "haftungsperson", person }
      : { role: "creator", creator: random.whole(0, 4) };
  return {
    agent,
    parent: parent?.agent ?? 0,
    generation: (parent?.generation ?? -1) + 1,
    person,
    creator,
    registeredAt,
    silentFrom: Math.max(registeredAt, endAt - pickAttestationAge(random)),
    fate: "none",
    fateAt: endAt,
  };
}

/** A third are roots; one family grows wide, one grows deep, the rest as it comes. */
function pickParent({
  random,
  earlier,
}: Pick<PlanAgentInput, "random" | "earlier">): PlannedAgent | undefined {
  if (earlier.length < 4 || random.chance(0.34)) return undefined;
  const draw = random.next();
  if (draw < 0.3) return earlier[1];
  const deepest = earlier.reduce((best, agent) => (agent.generation > best.generation ? agent : best));
  const parent = draw < 0.5 ? deepest : random.pick(earlier);
  return parent.generation < 9 ? parent : undefined;
}

/** Mostly fresh; the others just beside the boundaries of five and seven days, or long lapsed. */
function pickAttestationAge(random: Random): number {
  if (random.chance(0.68)) return random.whole(HOUR, 4.9 * DAY);
  if (random.chance(0.5)) return random.pick([4.98 * DAY, 5.1 * DAY, 5.9 * DAY, 6.6 * DAY, 6.97 * DAY]);
  return random.pick([7.05 * DAY, 7.5 * DAY, 9 * DAY, 16 * DAY, 31 * DAY]);
}

/** Ends come after the last child, since a parent must be Active when a child is entered. */
function assignFates({
  planned,
  endAt,
  random,
}: {
  planned: PlannedAgent[];
  endAt: number;
  random: Random;
}): void {
  const fates = ["suspended", "revoked", "terminated", "reactivated"] as const;
  for (const [index, agent] of planned.entries()) {
    if (index < 4 || !random.chance(0.24)) continue;
    const children = planned.filter((other) => other.parent === agent.agent);
    const earliest = Math.max(agent.registeredAt, ...children.map((child) => child.registeredAt)) + DAY;
    if (earliest > endAt - 2 * HOUR) continue;
    agent.fate = fates[index % fates.length] ?? "suspended";
    agent.fateAt = random.whole(earliest, endAt - 2 * HOUR);
    if (agent.fate !== "reactivated") agent.silentFrom = Math.min(agent.silentFrom, agent.fateAt - HOUR);
  }
}

function planLife({
  agent,
  endAt,
  random,
}: {
  agent: PlannedAgent;
  endAt: number;
  random: Random;
}): PlannedAction[] {
  const id = agent.agent;
  const wallet: Actor = { role: "wallet", agent: id };
  const actions: PlannedAction[] = [
    {
      at: agent.registeredAt,
      actor: agent.creator,
      kind: "register",
      agent: id,
      parent: agent.parent,
      person: agent.person,
      scope: SCOPES[(id - 1) % SCOPES.length] ?? SCOPES[0],
      selfModifying: random.chance(0.2),
    },
  ];
  const until = agent.silentFrom;
  const isSuspendedAt = (at: number) =>
    agent.fate === "reactivated" && at >= agent.fateAt && at <= agent.fateAt + 2 * DAY;
  const add = (action: PlannedAction) => {
    if (action.at > agent.registeredAt && action.at <= endAt && !isSuspendedAt(action.at))
      actions.push(action);
  };

  for (let at = agent.registeredAt + 6 * DAY; at < until; at += random.whole(5 * DAY, 6.5 * DAY)) {
    add({ at, actor: wallet, kind: "attest", agent: id });
  }
  add({ at: Math.floor(until), actor: wallet, kind: "attest", agent: id });

  if (random.chance(0.6)) {
    const currency = random.pick(CURRENCIES);
    const category = random.pick(CATEGORIES);
    const periodDays = random.pick([7, 7, 14]);
    const typical = currency === "ETH" ? random.whole(20, 400) : random.whole(5_000, 400_000);
    for (let at = agent.registeredAt + periodDays * DAY; at < until; at += periodDays * DAY) {
      const amount = random.chance(0.05) ? 0 : Math.round(typical * (0.5 + random.next()));
      add({ at, actor: wallet, kind: "report", agent: id, amount, currency, category, periodDays });
    }
  }
  if (random.chance(0.65))
    add({
      at: agent.registeredAt + 5 * HOUR,
      actor: { role: "haftungsperson", person: agent.person },
      kind: "confirm",
      agent: id,
    });
  if (random.chance(0.4))
    add({ at: agent.registeredAt + 6 * HOUR, actor: wallet, kind: "confirm", agent: id });
  if (agent.parent !== 0 && random.chance(0.4)) {
    add({
      at: agent.registeredAt + 7 * HOUR,
      actor: { role: "wallet", agent: agent.parent },
      kind: "confirm",
      agent: id,
    });
  }
  const changeAt = Math.floor(agent.registeredAt + (until - agent.registeredAt) / 2);
  if (random.chance(0.25)) add({ at: changeAt, actor: wallet, kind: "update-capabilities", agent: id });
  if (random.chance(0.15)) add({ at: changeAt + 60, actor: wallet, kind: "update-constitution", agent: id });
  return [...actions, ...planFate({ agent, random }).filter((action) => action.at <= endAt)];
}

function planFate({
  agent: { agent, fate, fateAt },
  random,
}: {
  agent: PlannedAgent;
  random: Random;
}): PlannedAction[] {
  const regulator: Actor = { role: "regulator" };
  if (fate === "none") return [];
  if (fate === "terminated")
    return [{ at: fateAt, actor: { role: "wallet", agent }, kind: "terminate", agent }];
  if (fate === "revoked")
    return [{ at: fateAt, actor: regulator, kind: "revoke", agent, reason: random.pick(REVOCATION_REASONS) }];
  const suspension: PlannedAction = {
    at: fateAt,
    actor: regulator,
    kind: "suspend",
    agent,
    reason: random.pick(SUSPENSION_REASONS),
  };
  return fate === "suspended"
    ? [suspension]
    : [suspension, { at: fateAt + 2 * DAY, actor: regulator, kind: "reactivate", agent }];
}
