import { DAY, HOUR, type PlannedAction, type PlannedAgent, toWallet } from "./planned-agent.ts";
import type { Random } from "./random.ts";
import { REVOCATION_REASONS, SUSPENSION_REASONS } from "./texts.ts";
import { hasRoom, type Span, SUSPENSION_DAYS, toSpan } from "./time-span.ts";

/** The share of agents that meet each fate: of sixty, three, four, five and five. */
const SHARES = { reactivated: 0.05, revoked: 0.06, suspended: 0.08, terminated: 0.08 };

type FatesInput = { planned: PlannedAgent[]; endAt: number; random: Random };
type Moment = { agent: PlannedAgent; span: Span; turn: number };

/** Suspends, revokes and terminates some. The first four stay active, since the lineages begin with them. */
export function assignFates({ planned, endAt, random }: FatesInput): void {
  const candidates = random.shuffle(planned.slice(4));
  const suspensionReason = takeTurns(SUSPENSION_REASONS);
  const revocationReason = takeTurns(REVOCATION_REASONS);
  const regulator = { role: "regulator" } as const;
  const plans: Record<keyof typeof SHARES, (moment: Moment) => PlannedAction[]> = {
    reactivated({ agent: { agent }, span: { earliest, latest } }) {
      const at = random.whole(earliest, latest - SUSPENSION_DAYS * DAY);
      return [
        { at, kind: "suspend", agent, actor: regulator, reason: suspensionReason() },
        { at: at + SUSPENSION_DAYS * DAY, kind: "reactivate", agent, actor: regulator },
      ];
    },
    // Every other one is suspended first, as by a regulator who waits for an answer.
    revoked({ agent: { agent }, span: { earliest, latest }, turn }) {
      const at = random.whole(earliest + SUSPENSION_DAYS * DAY, latest);
      const before = random.whole(earliest, at - DAY);
      const reason = revocationReason();
      const revocation: PlannedAction = { at, kind: "revoke", agent, actor: regulator, reason };
      if (turn % 2 === 0) return [revocation];
      return [
        { at: before, kind: "suspend", agent, actor: regulator, reason: suspensionReason() },
        revocation,
      ];
    },
    suspended({ agent: { agent }, span: { earliest, latest } }) {
      const at = random.whole(earliest, latest);
      return [{ at, kind: "suspend", agent, actor: regulator, reason: suspensionReason() }];
    },
    terminated: ({ agent, span: { earliest, latest } }) => [
      {
        at: random.whole(earliest, latest),
        kind: "terminate",
        agent: agent.agent,
        actor: toWallet(agent),
      },
    ],
  };

  for (const [name, plan] of Object.entries(plans)) {
    const count = Math.round(SHARES[name as keyof typeof SHARES] * planned.length);
    for (let turn = 0; turn < count; turn += 1) {
      const index = candidates.findIndex((agent) => hasRoom(toSpan({ agent, planned, endAt })));
      const [agent] = index < 0 ? [] : candidates.splice(index, 1);
      if (agent === undefined) break;
      setFate(agent, plan({ agent, span: toSpan({ agent, planned, endAt }), turn }));
    }
  }
}

/** From shortly before it is stopped, an agent is silent. One that is reactivated goes on afterwards. */
export function setFate(agent: PlannedAgent, fate: PlannedAction[]): void {
  agent.fate = fate;
  const [first, second] = fate;
  if (first !== undefined && second?.kind !== "reactivate") {
    agent.silentFrom = Math.min(agent.silentFrom, first.at - HOUR);
  }
}

/** Round-robin, so that none comes twice before each came once. */
export function takeTurns(texts: readonly string[]): () => string {
  let turn = -1;
  return () => {
    turn += 1;
    return texts[turn % texts.length] ?? "";
  };
}
