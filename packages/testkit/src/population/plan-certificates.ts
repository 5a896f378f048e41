import { DAY, type PlannedAction } from "./planned-agent.ts";

type Planned = {
  person: number;
  notary: number;
  personKind: number;
  level: number;
  /** When it is certified, as a share of the time that is told. */
  from: number;
  /** Until which share of that time, or for how many days. */
  until: { share: number } | { days: number };
  isAccepted: boolean;
};

const [NATURAL, LEGAL] = [1, 2];
const [LOW, SUBSTANTIAL, HIGH] = [1, 2, 3];
const NOTARIES = 3;
/** Accredited no longer. */
const REMOVED = 2;

const CERTIFICATES: readonly Planned[] = [
  {
    ...{ person: 0, notary: 0, personKind: LEGAL, level: HIGH },
    ...{ from: 0.1, until: { days: 1_095 }, isAccepted: true },
  },
  {
    ...{ person: 6, notary: 1, personKind: NATURAL, level: SUBSTANTIAL },
    ...{ from: 0.2, until: { days: 730 }, isAccepted: true },
  },
  {
    ...{ person: 2, notary: 0, personKind: NATURAL, level: LOW },
    ...{ from: 0.3, until: { days: 365 }, isAccepted: true },
  },
  {
    ...{ person: 7, notary: 1, personKind: NATURAL, level: HIGH },
    ...{ from: 0.1, until: { share: 0.6 }, isAccepted: true },
  },
  {
    ...{ person: 13, notary: 0, personKind: LEGAL, level: HIGH },
    ...{ from: 0.8, until: { days: 730 }, isAccepted: false },
  },
  {
    ...{ person: 0, notary: REMOVED, personKind: LEGAL, level: SUBSTANTIAL },
    ...{ from: 0.2, until: { days: 365 }, isAccepted: true },
  },
];

/**
 * What notaries certify about some of the Haftungspersonen: at each level, ended by time, not accepted, and by a notary
 * that is accredited no longer. Of most persons nothing is certified. Nothing of it is left to chance, so that it
 * changes no other plan.
 */
export function planCertificates({ startAt, endAt }: { startAt: number; endAt: number }): PlannedAction[] {
  const timeOf = (share: number) => Math.floor(startAt + (endAt - startAt) * share);
  const accredit = (kind: "add-notary" | "remove-notary", notary: number, at: number): PlannedAction => {
    return { at, actor: { role: "regulator" }, kind, agent: 0, notary };
  };
  const actions = Array.from({ length: NOTARIES }, (_, notary) =>
    accredit("add-notary", notary, timeOf(0.05)),
  );
  for (const { from, isAccepted, person, notary, ...planned } of CERTIFICATES) {
    const at = timeOf(from);
    const until = "days" in planned.until ? at + planned.until.days * DAY : timeOf(planned.until.share);
    const certificate = { agent: 0 as const, ...planned, person, notary, until };
    actions.push({ at, actor: { role: "notary", notary }, kind: "certify", ...certificate });
    const actor = { role: "haftungsperson", person } as const;
    if (isAccepted)
      actions.push({ at: timeOf(from + 0.05), actor, kind: "accept-certificate", ...certificate });
  }
  return [...actions, accredit("remove-notary", REMOVED, timeOf(0.7))];
}
