import { type Actor, DAY, type PlannedAction, type PlannedAgent } from "./planned-agent.ts";
import { hasRoom, toSpan } from "./time-span.ts";

/**
 * Lets one Haftungsperson replace a wallet, and another agent leave its attestations to a key that can do nothing else.
 * Of the agents of which nothing else is told; in a small register there may be none.
 */
export function assignKeys({ planned, endAt }: { planned: PlannedAgent[]; endAt: number }): void {
  const isUntold = ({ fate, deeds, agrees, isFresh }: PlannedAgent) =>
    fate.length === 0 && deeds.length === 0 && agrees.wallet && agrees.haftungsperson && !isFresh;
  const spanOf = (agent: PlannedAgent) => toSpan({ agent, planned, endAt });
  // The first four begin the lineages.
  const candidates = planned.slice(4).filter((agent) => isUntold(agent) && hasRoom(spanOf(agent)));
  // A wallet that registered the agent itself stays its creator, and as that may act on.
  const replaced = candidates.find(({ creator }) => creator.role !== "wallet");
  const attested = candidates.find((agent) => agent !== replaced);
  const middleOf = (agent: PlannedAgent) => {
    const { earliest, latest } = spanOf(agent);
    return Math.floor((earliest + latest) / 2);
  };
  if (replaced !== undefined) {
    const { agent, person } = replaced;
    const at = middleOf(replaced);
    replaced.deeds.push(
      { at: at - DAY / 2, kind: "propose-wallet", agent, actor: { role: "haftungsperson", person } },
      { at, kind: "accept-wallet", agent, actor: { role: "new-wallet", agent } },
    );
  }
  if (attested !== undefined) {
    const { agent, person } = attested;
    const at = middleOf(attested);
    attested.deeds.push({ at, kind: "set-attester", agent, actor: { role: "haftungsperson", person } });
  }
}

/** Who acts after the keys have changed: the new wallet for the old one in everything, the attester only to attest. */
export function withPresentKeys(actions: readonly PlannedAction[]): PlannedAction[] {
  const sinceOf = (kind: PlannedAction["kind"]) =>
    new Map(actions.flatMap((action) => (action.kind === kind ? [[action.agent, action.at]] : [])));
  const [replacedAt, attesterSince] = [sinceOf("accept-wallet"), sinceOf("set-attester")];
  const isAfter = (since: number | undefined, at: number) => since !== undefined && at > since;
  return actions.map((action) => {
    const { actor, at } = action;
    if (actor.role !== "wallet") return action;
    const { agent } = actor;
    const present: Actor = isAfter(replacedAt.get(agent), at) ? { role: "new-wallet", agent } : actor;
    const attests = action.kind === "attest" && isAfter(attesterSince.get(agent), at);
    return { ...action, actor: attests ? { role: "attester", agent } : present };
  });
}
