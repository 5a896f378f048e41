import { DAY, type FateStep, HOUR, type PlannedAgent } from "./planned-agent.ts";
import type { Random } from "./random.ts";
import { REVOCATION_REASONS, SUSPENSION_REASONS } from "./texts.ts";

/** The share of agents that meet each fate: of sixty, three, four, five and five. */
const SHARES = { reactivated: 0.05, revoked: 0.06, suspended: 0.08, terminated: 0.08 };
const SUSPENSION_DAYS = 2;

type Span = { earliest: number; latest: number };
type FatesInput = { planned: PlannedAgent[]; endAt: number; random: Random };

/** Suspends, revokes and terminates some. The first four stay active, since the lineages begin with them. */
export function assignFates({ planned, endAt, random }: FatesInput): void {
  const candidates = shuffle(planned.slice(4), random);
  const suspensionReason = takeTurns(SUSPENSION_REASONS);
  const revocationReason = takeTurns(REVOCATION_REASONS);
  const plans: Record<keyof typeof SHARES, (span: Span, turn: number) => FateStep[]> = {
    reactivated({ earliest, latest }) {
      const at = random.whole(earliest, latest - SUSPENSION_DAYS * DAY);
      return [
        { at, kind: "suspend", reason: suspensionReason() },
        { at: at + SUSPENSION_DAYS * DAY, kind: "reactivate" },
      ];
    },
    // Every other one is suspended first, as by a regulator who waits for an answer.
    revoked({ earliest, latest }, turn) {
      const at = random.whole(earliest + SUSPENSION_DAYS * DAY, latest);
      const before = random.whole(earliest, at - DAY);
      const revocation: FateStep = { at, kind: "revoke", reason: revocationReason() };
      if (turn % 2 === 0) return [revocation];
      return [{ at: before, kind: "suspend", reason: suspensionReason() }, revocation];
    },
    suspended: ({ earliest, latest }) => [
      { at: random.whole(earliest, latest), kind: "suspend", reason: suspensionReason() },
    ],
    terminated: ({ earliest, latest }) => [{ at: random.whole(earliest, latest), kind: "terminate" }],
  };

  for (const [name, plan] of Object.entries(plans)) {
    const count = Math.round(SHARES[name as keyof typeof SHARES] * planned.length);
    for (let turn = 0; turn < count; turn += 1) {
      const index = candidates.findIndex((agent) => hasRoom(toSpan({ agent, planned, endAt })));
      const [agent] = index < 0 ? [] : candidates.splice(index, 1);
      if (agent === undefined) break;
      agent.fate = plan(toSpan({ agent, planned, endAt }), turn);
      const [first, second] = agent.fate;
      if (first !== undefined && second?.kind !== "reactivate") {
        agent.silentFrom = Math.min(agent.silentFrom, first.at - HOUR);
      }
    }
  }
}

/** After the last child, since a parent must be Active when a child is registered. */
function toSpan({ agent, planned, endAt }: Omit<FatesInput, "random"> & { agent: PlannedAgent }): Span {
  const children = planned.filter((other) => other.parent === agent.agent);
  const earliest = Math.max(agent.registeredAt, ...children.map((child) => child.registeredAt)) + DAY;
  return { earliest, latest: endAt - 2 * HOUR };
}

function hasRoom({ earliest, latest }: Span): boolean {
  return latest - earliest > SUSPENSION_DAYS * DAY;
}

function shuffle<T>(items: T[], random: Random): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Round-robin, so that none comes twice before each came once. */
function takeTurns(texts: readonly string[]): () => string {
  let turn = -1;
  return () => {
    turn += 1;
    return texts[turn % texts.length] ?? "";
  };
}
