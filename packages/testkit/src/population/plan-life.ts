import {
  type Actor,
  DAY,
  HOUR,
  type PlannedAction,
  type PlannedAgent,
  toSpeaker,
  toWallet,
} from "./planned-agent.ts";
import type { Random } from "./random.ts";
import { CATEGORIES, CURRENCIES, SCOPES } from "./texts.ts";

/** All that happens to one agent, in no order of time. */
export function planLife({
  agent,
  planned,
  endAt,
  random,
}: {
  agent: PlannedAgent;
  planned: readonly PlannedAgent[];
  endAt: number;
  random: Random;
}): PlannedAction[] {
  const id = agent.agent;
  const speaker = toSpeaker(agent);
  const actions: PlannedAction[] = [
    {
      at: agent.registeredAt,
      actor: agent.creator,
      kind: "register",
      agent: id,
      wallet: agent.wallet,
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
    add({ at, actor: speaker, kind: "attest", agent: id });
  }
  add({ at: Math.floor(until), actor: speaker, kind: "attest", agent: id });

  // The first one always does, every week: a register of any size has an agent with many reports.
  if (random.chance(0.6) || id === 1) {
    // In turns, not by chance: a register of any size has each currency.
    const currency = CURRENCIES[id % CURRENCIES.length] ?? CURRENCIES[0];
    const category = random.pick(CATEGORIES);
    const periodDays = id === 1 ? 7 : random.pick([7, 7, 14]);
    const typical = currency === "ETH" ? random.whole(20, 400) : random.whole(5_000, 400_000);
    for (let at = agent.registeredAt + periodDays * DAY; at < until; at += periodDays * DAY) {
      const amount = random.chance(0.05) ? 0 : Math.round(typical * (0.5 + random.next()));
      add({ at, actor: speaker, kind: "report", agent: id, amount, currency, category, periodDays });
    }
  }
  for (const confirmation of planConfirmations({ agent, planned, random })) add(confirmation);
  const changeAt = Math.floor(agent.registeredAt + (until - agent.registeredAt) / 2);
  if (random.chance(0.15)) add({ at: changeAt, actor: speaker, kind: "update-capabilities", agent: id });
  return [...actions, ...agent.deeds, ...agent.fate];
}

/** Who agrees on the first day. A party that registered the agent itself has agreed by that. */
function planConfirmations({
  agent,
  planned,
  random,
}: {
  agent: PlannedAgent;
  planned: readonly PlannedAgent[];
  random: Random;
}): PlannedAction[] {
  const { agent: id, registeredAt, creator, agrees } = agent;
  const confirmations: PlannedAction[] = [];
  const confirm = (hours: number, actor: Actor) =>
    confirmations.push({ at: registeredAt + hours * HOUR, actor, kind: "confirm", agent: id });
  if (agrees.haftungsperson && creator.role !== "haftungsperson")
    confirm(5, { role: "haftungsperson", person: agent.person });
  if (agrees.wallet && creator.role !== "wallet") confirm(6, toWallet(agent));
  const parent = planned[agent.parent - 1];
  if (parent !== undefined && random.chance(0.6)) confirm(7, toSpeaker(parent));
  return confirmations;
}
