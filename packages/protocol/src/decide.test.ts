import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Ancestor, decide, type RegisterEntry } from "./decide.ts";
import { OBJECTIONS, type Objection, type Policy } from "./policy.ts";

const NOW = 1_772_366_400;
const WEEK = 604_800;
const WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/** A root in good standing, to which all agreed. */
const good: RegisterEntry = {
  status: "Active",
  agentWallet: WALLET,
  haftungsperson: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  lastAttestation: NOW - 100,
  registeredAt: NOW - 1_000,
  selfModifying: false,
  consents: { wallet: true, haftungsperson: true, parent: true },
  refusals: { haftungsperson: false, parent: false },
  parentAgentId: 0,
};
const silent = { wallet: false, haftungsperson: false, parent: false };
const refusedByBoth = { haftungsperson: true, parent: true };

const ancestor = (overrides: Partial<Ancestor>): Ancestor => ({
  status: "Active",
  parentAgentId: 0,
  consents: { parent: true },
  refusals: { parent: false },
  ...overrides,
});
/** A child of these, nearest first. */
const under = (...ancestors: Partial<Ancestor>[]) => ({
  parentAgentId: 9,
  ancestors: ancestors.map((one, i) =>
    ancestor({ parentAgentId: i < ancestors.length - 1 ? 8 - i : 0, ...one }),
  ),
});

type Case = { name: string; entry?: Partial<RegisterEntry>; policy?: Policy; expected: Objection[] };
const lineage: Policy = { lineage: "ancestors" };
const certified: Policy = { certified: { level: "low" } };
const certificate = {
  notary: WALLET,
  kind: "legal",
  level: "high",
  until: NOW + 1,
  isAccepted: true,
  isAccredited: true,
} as const;
const cases: Case[] = [
  {
    name: "a certified Haftungsperson",
    entry: { certificates: [certificate] },
    policy: certified,
    expected: [],
  },
  {
    name: "a Haftungsperson that nobody certified, who is not asked for",
    entry: { certificates: [] },
    expected: [],
  },
  {
    name: "a silent Haftungsperson that nobody certified, in a record too young",
    entry: { certificates: [], consents: { wallet: true, haftungsperson: false, parent: true } },
    policy: { ...certified, minRegisteredSeconds: WEEK },
    expected: ["haftungsperson-not-agreed", "haftungsperson-not-certified", "registered-too-recently"],
  },
  {
    name: "a certificate that has ended",
    entry: { certificates: [{ ...certificate, until: NOW }] },
    policy: certified,
    expected: ["certificate-ended"],
  },
  { name: "an agent in good standing", expected: [] },
  { name: "a suspended agent", entry: { status: "Suspended" }, expected: ["suspended"] },
  { name: "a revoked agent", entry: { status: "Revoked" }, expected: ["revoked"] },
  { name: "a terminated agent", entry: { status: "Terminated" }, expected: ["terminated"] },
  { name: "an attestation of exactly seven days", entry: { lastAttestation: NOW - WEEK }, expected: [] },
  {
    name: "an attestation of seven days and a second",
    entry: { lastAttestation: NOW - WEEK - 1 },
    expected: ["attestation-lapsed"],
  },
  { name: "an attestation in a block ahead of the clock", entry: { lastAttestation: NOW + 9 }, expected: [] },
  {
    name: "a suspended agent that has lapsed as well",
    entry: { status: "Suspended", lastAttestation: 0 },
    expected: ["suspended", "attestation-lapsed"],
  },
  {
    name: "silence of all parties, of whom wallet and Haftungsperson are asked for by default",
    entry: { consents: silent },
    expected: ["wallet-not-agreed", "haftungsperson-not-agreed"],
  },
  {
    name: "a wallet that is its own Haftungsperson, however the two are spelt",
    entry: { haftungsperson: WALLET.toLowerCase() },
    expected: ["haftungsperson-is-the-wallet"],
  },
  {
    name: "a wallet that is its own Haftungsperson, if nobody's agreement is asked for",
    entry: { haftungsperson: WALLET },
    policy: { consents: [] },
    expected: ["haftungsperson-is-the-wallet"],
  },
  {
    name: "a wallet that is its own Haftungsperson, if that is allowed",
    entry: { haftungsperson: WALLET },
    policy: { selfLiable: "allow" },
    expected: [],
  },
  {
    name: "refusals, which are told instead of silence",
    entry: { consents: silent, refusals: refusedByBoth },
    policy: { consents: ["parent", "haftungsperson"] },
    expected: ["haftungsperson-refused", "parent-refused"],
  },
  {
    name: "a parent's silence, if its agreement is asked for",
    entry: { consents: { ...good.consents, parent: false } },
    policy: { consents: ["parent"] },
    expected: ["parent-not-agreed"],
  },
  {
    name: "silence and refusals, if nobody's agreement is asked for",
    entry: { consents: silent, refusals: refusedByBoth },
    policy: { consents: [] },
    expected: [],
  },
  {
    name: "the defaults, if a rule is undefined",
    entry: { consents: silent },
    policy: { consents: undefined, maxAttestationAgeSeconds: undefined, lineage: undefined },
    expected: ["wallet-not-agreed", "haftungsperson-not-agreed"],
  },
  {
    name: "an attestation exactly as old as allowed",
    policy: { maxAttestationAgeSeconds: 100 },
    expected: [],
  },
  {
    name: "an attestation a second older than allowed",
    policy: { maxAttestationAgeSeconds: 99 },
    expected: ["attestation-too-old"],
  },
  {
    name: "an attestation that a lenient policy cannot save",
    entry: { lastAttestation: NOW - WEEK - 1 },
    policy: { maxAttestationAgeSeconds: 2 * WEEK },
    expected: ["attestation-lapsed"],
  },
  { name: "a record exactly old enough", policy: { minRegisteredSeconds: 1_000 }, expected: [] },
  {
    name: "a record a second too young",
    policy: { minRegisteredSeconds: 1_001 },
    expected: ["registered-too-recently"],
  },
  { name: "a self-modifying agent by default", entry: { selfModifying: true }, expected: [] },
  {
    name: "a self-modifying agent that is not wanted",
    entry: { selfModifying: true },
    policy: { selfModifying: "refuse" },
    expected: ["self-modifying"],
  },
  { name: "a root's lineage", policy: lineage, expected: [] },
  { name: "ancestors that nobody asks about", entry: under({ status: "Revoked" }), expected: [] },
  { name: "active ancestors", entry: under({}, {}, {}), policy: lineage, expected: [] },
  {
    name: "stopped ancestors at any height, each kind once",
    entry: under(
      { status: "Terminated" },
      { status: "Revoked" },
      { status: "Suspended" },
      { status: "Revoked" },
    ),
    policy: lineage,
    expected: ["ancestor-suspended", "ancestor-revoked", "ancestor-terminated"],
  },
  {
    name: "a parent that never said anything: it is not this agent's doing, and need not even be known",
    entry: { parentAgentId: 9, consents: { ...good.consents, parent: false } },
    policy: lineage,
    expected: [],
  },
  {
    name: "a grandparent that never said anything about the parent",
    entry: under({ consents: { parent: false }, parentAgentId: 8 }, { status: "Revoked" }),
    policy: lineage,
    expected: [],
  },
  {
    name: "a revoked parent whose party refuses the child afterwards",
    entry: {
      ...under({ status: "Revoked" }),
      consents: { ...good.consents, parent: false },
      refusals: { haftungsperson: false, parent: true },
    },
    policy: lineage,
    expected: ["ancestor-revoked"],
  },
  {
    name: "a revoked grandparent whose party refuses the parent afterwards",
    entry: under(
      { consents: { parent: false }, refusals: { parent: true }, parentAgentId: 8 },
      { status: "Revoked" },
    ),
    policy: lineage,
    expected: ["ancestor-revoked"],
  },
  {
    name: "ancestors without agreement, if the policy asks for it",
    entry: {
      ...under({ consents: { parent: false }, parentAgentId: 8 }, { status: "Revoked" }),
      consents: { ...good.consents, parent: false },
    },
    policy: { consents: ["parent"], lineage: "ancestors" },
    expected: ["parent-not-agreed", "ancestor-revoked"],
  },
];

describe("decide", () => {
  for (const { name, entry, policy = {}, expected } of cases) {
    it(`${expected.length === 0 ? "admits" : `objects ${expected.join(", ")} to`} ${name}`, () => {
      const decision = decide({ ...good, ...entry }, policy, NOW);
      assert.deepEqual(decision, { admissible: expected.length === 0, objections: expected });
    });
  }

  it("says of a wallet that is not registered that alone, whatever the policy", () => {
    const expected = { admissible: false, objections: ["not-registered"] };
    assert.deepEqual(decide(null, { consents: [], lineage: "ancestors" }, NOW), expected);
  });

  it("says of a wallet that was replaced that, too, whatever the policy", () => {
    const expected = { admissible: false, objections: ["not-registered", "wallet-retired"] };
    assert.deepEqual(decide({ retiredFrom: 7 }, { consents: [], lineage: "ancestors" }, NOW), expected);
  });

  it("tells all objections in their fixed order", () => {
    const entry: RegisterEntry = {
      ...good,
      ...under({ status: "Revoked" }),
      status: "Suspended",
      lastAttestation: 0,
      consents: silent,
      haftungsperson: WALLET,
      selfModifying: true,
    };
    const strict: Policy = {
      selfModifying: "refuse",
      lineage: "ancestors",
      minRegisteredSeconds: 9_999,
      maxAttestationAgeSeconds: 1,
      consents: ["parent", "haftungsperson", "wallet"],
    };
    const { objections } = decide(entry, strict, NOW);
    assert.deepEqual(
      objections,
      OBJECTIONS.filter((one) => objections.includes(one)),
    );
    assert.equal(objections.length, 10);
  });

  const untold: [{ [Name in keyof RegisterEntry]?: RegisterEntry[Name] | undefined }, Policy][] = [
    [{ agentWallet: undefined }, {}],
    [{ haftungsperson: undefined }, {}],
    [{ registeredAt: undefined }, { minRegisteredSeconds: 0 }],
    [{ selfModifying: undefined }, { selfModifying: "refuse" }],
    [{ parentAgentId: undefined }, lineage],
    [{ parentAgentId: 9 }, lineage],
    // The parent says that it has a parent itself, which is missing here.
    [{ parentAgentId: 9, ancestors: [ancestor({ parentAgentId: 8 })] }, lineage],
  ];
  for (const [entry, policy] of untold) {
    const untoldFacts = Object.keys(entry).join(" and ");
    it(`fails rather than admits if ${JSON.stringify(policy)} meets too little about ${untoldFacts}`, () => {
      assert.throws(() => decide({ ...good, ...entry } as RegisterEntry, policy, NOW), /does not tell/);
    });
  }
});
