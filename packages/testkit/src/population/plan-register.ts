import { assignAttestationAges } from "./assign-attestation-ages.ts";
import { assignFates } from "./assign-fates.ts";
import { assignKeys, withPresentKeys } from "./assign-keys.ts";
import { assignPartyStories, PERSONS } from "./assign-party-stories.ts";
import { planCertificates } from "./plan-certificates.ts";
import { planLife } from "./plan-life.ts";
import { type Actor, HOUR, type PlannedAction, type PlannedAgent } from "./planned-agent.ts";
import { createRandom, type Random } from "./random.ts";

type PlanOptions = { agents: number; startAt: number; endAt: number; seed?: number };

/** Every fifth agent is a child of the second; every seventh continues the line of the third. */
const WIDE_EVERY = 5;
const DEEP_EVERY = 7;
const DEEPEST_GENERATION = 9;

/**
 * A believable register as a list of things that happen, in order of time: lineages of different
 * depth and width, all four states with reasons, attestations of every age around the colour
 * boundaries, revenue over weeks, parties that agree, refuse, hand over or say nothing, a wallet that is
 * replaced and a key that only attests, notaries and what they certify. The same seed gives the same plan.
 */
export function planRegister({ agents, startAt, endAt, seed = 7 }: PlanOptions): PlannedAction[] {
  const random = createRandom(seed);
  const planned: PlannedAgent[] = [];
  for (let agent = 1; agent <= agents; agent += 1) {
    planned.push(planAgent({ agent, agents, startAt, endAt, random, earlier: planned }));
  }
  assignFates({ planned, endAt, random });
  assignPartyStories({ planned, endAt, random });
  assignAttestationAges({ planned, endAt, random });
  assignKeys({ planned, endAt });
  const actions = planned.flatMap((agent) => planLife({ agent, planned, endAt, random }));
  // The sort is stable: what an agent does at one moment stays in the order it was planned.
  return [...withPresentKeys(actions), ...planCertificates({ startAt, endAt })].sort((a, b) => a.at - b.at);
}

type PlanAgentInput = Omit<PlanOptions, "seed"> & { agent: number; random: Random; earlier: PlannedAgent[] };

function planAgent({ agent, agents, startAt, endAt, random, earlier }: PlanAgentInput): PlannedAgent {
  // Evenly spread; the last one is two hours before the end.
  const spacing = (endAt - 2 * HOUR - startAt) / agents;
  const registeredAt = Math.floor(startAt + spacing * (agent - 0.3 * random.next()));
  const parent = pickParent({ agent, random, earlier });
  const person = parent !== undefined && random.chance(0.7) ? parent.person : random.whole(0, PERSONS - 1);
  const creator: Actor = random.chance(0.55)
    ? { role: "wallet", agent }
    : random.chance(0.6)
      ? { role: "haftungsperson", person }
      : { role: "creator", creator: random.whole(0, 4) };
  return {
    agent,
    wallet: agent,
    parent: parent?.agent ?? 0,
    generation: (parent?.generation ?? -1) + 1,
    person,
    creator,
    registeredAt,
    agrees: { wallet: true, haftungsperson: true },
    silentFrom: endAt,
    fate: [],
    deeds: [],
    isFresh: false,
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
