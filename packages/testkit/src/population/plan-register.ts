import { assignAttestationAges } from "./assign-attestation-ages.ts";
import { assignFates } from "./assign-fates.ts";
import { type Actor, DAY, HOUR, type PlannedAction, type PlannedAgent } from "./planned-agent.ts";
import { createRandom, type Random } from "./random.ts";
import { CATEGORIES, CURRENCIES, SCOPES } from "./texts.ts";

type PlanOptions = { agents: number; startAt: number; endAt: number; seed?: number };

/** Every fifth agent is a child of the second; every seventh continues the line of the third. */
const WIDE_EVERY = 5;
const DEEP_EVERY = 7;
const DEEPEST_GENERATION = 9;

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
  assignAttestationAges({ planned, endAt, random });
  const actions = planned.flatMap((agent) => planLife({ agent, endAt, random }));
  // The sort is stable: what an agent does at one moment stays in the order it was planned.
  return actions.sort((a, b) => a.at - b.at);
}

type PlanAgentInput = Omit<PlanOptions, "seed"> & { agent: number; random: Random; earlier: PlannedAgent[] };

function planAgent({ agent, agents, startAt, endAt, random, earlier }: PlanAgentInput): PlannedAgent {
  // Evenly spread; the last one is two hours before the end.
  const spacing = (endAt - 2 * HOUR - startAt) / agents;
  const registeredAt = Math.floor(startAt + spacing * (agent - 0.3 * random.next()));
  const parent = pickParent({ agent, random, earlier });
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
    silentFrom: endAt,
    fate: [],
  };
}

/** One family grows wide, one deep. Of the rest half are roots, and half get a random parent. */
function pickParent({
  agent,
  random,
  earlier,
}: Pick<PlanAgentInput, "agent" | "random" | "earlier">): PlannedAgent | undefined {
  if (earlier.length < 4) return undefined;
  if (agent % DEEP_EVERY === 0) return toParent(earlier[Math.max(agent - DEEP_EVERY, 3) - 1]);
  if (agent % WIDE_EVERY === 0) return toParent(earlier[1]);
  return random.chance(0.5) ? undefined : toParent(random.pick(earlier));
}

/** The register allows no more generations than this; an agent beyond it becomes a root instead. */
function toParent(agent: PlannedAgent | undefined): PlannedAgent | undefined {
  return agent !== undefined && agent.generation < DEEPEST_GENERATION ? agent : undefined;
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
  const [stop, restart] = agent.fate;
  const isSuspendedAt = (at: number) =>
    stop !== undefined && restart?.kind === "reactivate" && at >= stop.at && at <= restart.at;
  const add = (action: PlannedAction) => {
    if (action.at > agent.registeredAt && action.at <= endAt && !isSuspendedAt(action.at))
      actions.push(action);
  };

  for (let at = agent.registeredAt + 6 * DAY; at < until; at += random.whole(5 * DAY, 6.5 * DAY)) {
    add({ at, actor: wallet, kind: "attest", agent: id });
  }
  add({ at: Math.floor(until), actor: wallet, kind: "attest", agent: id });

  if (random.chance(0.6)) {
    // In turns, not by chance: a register of any size has each currency.
    const currency = CURRENCIES[id % CURRENCIES.length] ?? CURRENCIES[0];
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
  for (const step of agent.fate) {
    const actor: Actor = step.kind === "terminate" ? wallet : { role: "regulator" };
    actions.push({ ...step, actor, agent: id });
  }
  return actions;
}
