import { setFate, takeTurns } from "./assign-fates.ts";
import { type Actor, DAY, HOUR, type PlannedAgent, toSpeaker, toWallet } from "./planned-agent.ts";
import type { Random } from "./random.ts";
import { DISPUTE_REASONS } from "./texts.ts";
import { hasRoom, type Span, SUSPENSION_DAYS, toSpan } from "./time-span.ts";

/** The share of agents whose parties do something else than agree: of sixty, from one to four each. */
const SHARES = {
  walletDeclines: 0.04,
  walletReleased: 0.02,
  walletMissing: 0.05,
  parentRefuses: 0.04,
  personRefuses: 0.04,
  reactivatedAfterRefusal: 0.02,
  personMissing: 0.06,
  handedOver: 0.04,
  handoverUnderWay: 0.04,
  changedSinceAgreed: 0.04,
};
export const PERSONS = 14;
/** A wallet or Haftungsperson that was entered unasked finds out within this number of days. */
const NOTICED_AFTER_DAYS = 6;

type StoriesInput = { planned: PlannedAgent[]; endAt: number; random: Random };
type Story = {
  /** Which agents may get this story. */
  fits?(agent: PlannedAgent): boolean;
  tell(agent: PlannedAgent, span: Span): void;
};

/** Lets those whom a record names refuse, hand over or say nothing. Agents that were stopped are left alone. */
export function assignPartyStories({ planned, endAt, random }: StoriesInput): void {
  const candidates = random.shuffle(planned.slice(4).filter(({ fate }) => fate.length === 0));
  const disputeReason = takeTurns(DISPUTE_REASONS);
  const regulator: Actor = { role: "regulator" };
  const spanOf = (agent: PlannedAgent) => toSpan({ agent, planned, endAt });
  const isLeaf = ({ agent }: PlannedAgent) => planned.every(({ parent }) => parent !== agent);
  const isRoot = ({ parent }: PlannedAgent) => parent === 0;
  const soon = ({ earliest, latest }: Span) =>
    random.whole(earliest, Math.min(latest, earliest + NOTICED_AFTER_DAYS * DAY));
  const toPerson = ({ person }: PlannedAgent): Actor => ({ role: "haftungsperson", person });
  const enteredByStranger = (agent: PlannedAgent) => {
    agent.creator = { role: "creator", creator: random.whole(0, 4) };
    agent.agrees = { wallet: false, haftungsperson: false };
  };
  const takeCandidate = (fits: (agent: PlannedAgent) => boolean) => {
    const index = candidates.findIndex((agent) => hasRoom(spanOf(agent)) && fits(agent));
    return index < 0 ? undefined : candidates.splice(index, 1)[0];
  };

  const stories: Record<keyof typeof SHARES, Story> = {
    walletDeclines: {
      fits: isLeaf,
      tell(agent, span) {
        enteredByStranger(agent);
        const at = soon(span);
        setFate(agent, [{ at, kind: "decline", agent: agent.agent, actor: toWallet(agent) }]);
        const anew = takeCandidate((other) => other.registeredAt > at + HOUR);
        if (anew === undefined) return;
        anew.wallet = agent.wallet;
        anew.creator = toWallet(anew);
        anew.isFresh = true;
      },
    },
    walletReleased: {
      fits: isLeaf,
      tell(agent, { earliest, latest }) {
        enteredByStranger(agent);
        const at = random.whole(earliest, latest - SUSPENSION_DAYS * DAY);
        const step = { agent: agent.agent, actor: regulator };
        setFate(agent, [
          { ...step, at, kind: "suspend", reason: disputeReason() },
          { ...step, at: at + SUSPENSION_DAYS * DAY, kind: "release" },
        ]);
      },
    },
    walletMissing: {
      tell(agent) {
        if (agent.creator.role === "wallet") agent.creator = toPerson(agent);
        agent.agrees.wallet = false;
        agent.isFresh = true;
      },
    },
    parentRefuses: {
      // A wallet that has not agreed to its own record does not look after the parent's children.
      fits: ({ parent }) => planned[parent - 1]?.agrees.wallet === true,
      tell(agent, span) {
        const parent = planned[agent.parent - 1];
        if (parent === undefined) return;
        agent.deeds.push({ at: soon(span), kind: "decline", agent: agent.agent, actor: toWallet(parent) });
      },
    },
    // Of roots: a Haftungsperson of parent and child would refuse for the parent as well.
    personRefuses: {
      fits: isRoot,
      tell(agent, span) {
        agent.creator = toWallet(agent);
        agent.agrees.haftungsperson = random.chance(0.5);
        setFate(agent, [{ at: soon(span), kind: "decline", agent: agent.agent, actor: toPerson(agent) }]);
      },
    },
    reactivatedAfterRefusal: {
      fits: isRoot,
      tell(agent, { earliest, latest }) {
        agent.creator = toWallet(agent);
        agent.isFresh = true;
        const at = random.whole(earliest, latest - SUSPENSION_DAYS * DAY);
        const backAt = at + SUSPENSION_DAYS * DAY;
        setFate(agent, [
          { at, kind: "decline", agent: agent.agent, actor: toPerson(agent) },
          { at: backAt, kind: "reactivate", agent: agent.agent, actor: regulator },
        ]);
        agent.deeds.push({ at: backAt + HOUR, kind: "attest", agent: agent.agent, actor: toWallet(agent) });
      },
    },
    personMissing: {
      // The parent's creator may speak for it, and may be the person who is not to agree here.
      fits: ({ parent }) => parent === 0 || planned[parent - 1]?.agrees.wallet === true,
      tell(agent) {
        agent.creator = toWallet(agent);
        agent.agrees.haftungsperson = false;
        agent.isFresh = true;
      },
    },
    handedOver: {
      tell(agent, { earliest, latest }) {
        const at = random.whole(earliest, latest - DAY);
        const person = (agent.person + 1) % PERSONS;
        const successor: Actor = { role: "haftungsperson", person };
        agent.deeds.push(
          { at, kind: "propose", agent: agent.agent, actor: toPerson(agent), person },
          { at: at + DAY, kind: "accept", agent: agent.agent, actor: successor },
        );
      },
    },
    handoverUnderWay: {
      tell(agent, { latest }) {
        const at = random.whole(latest - DAY, latest);
        const person = (agent.person + 1) % PERSONS;
        agent.deeds.push({ at, kind: "propose", agent: agent.agent, actor: toSpeaker(agent), person });
      },
    },
    changedSinceAgreed: {
      tell(agent, { earliest, latest }) {
        const at = random.whole(earliest, latest);
        agent.deeds.push({
          at,
          kind: "update-constitution",
          agent: agent.agent,
          actor: toSpeaker(agent),
        });
        agent.isFresh = true;
      },
    },
  };

  for (const [name, { fits = () => true, tell }] of Object.entries(stories)) {
    const count = Math.round(SHARES[name as keyof typeof SHARES] * planned.length);
    for (let turn = 0; turn < count; turn += 1) {
      const agent = takeCandidate(fits);
      if (agent === undefined) break;
      tell(agent, spanOf(agent));
    }
  }
}
