import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Agreement, KyaVerdict } from "../actions/kya.ts";
import { type AdmissionPolicy, applyPolicy } from "./admission-policy.ts";
import { refuseWallet } from "./refusal.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const time = "2026-03-01T12:00:00.000Z";
const agent = {
  agentId: 61,
  creator: wallet,
  haftungsperson: wallet,
  agentWallet: wallet,
  operationalScope: "",
  status: "Active",
  registeredAt: time,
  lastAttestation: time,
} as const;

type Said = Partial<Agreement["consents"]> & { refusedBy?: ("haftungsperson" | "parent")[] };

/** All agree, unless the test says otherwise. */
function agreement({ refusedBy = [], ...consents }: Said): Agreement {
  return {
    consents: { wallet: true, haftungsperson: true, parent: true, ...consents },
    refusals: {
      haftungsperson: refusedBy.includes("haftungsperson"),
      parent: refusedBy.includes("parent"),
    },
  };
}

function compliant(said: Said): KyaVerdict {
  return {
    wallet,
    source: "chain",
    checkedAt: time,
    verdict: "compliant",
    reason: "active-and-attested",
    agent,
    ...agreement(said),
  };
}

const nobody: Said = { wallet: false, haftungsperson: false, parent: false };
const cases: { name: string; said: Said; policy: AdmissionPolicy; objection: string | undefined }[] = [
  { name: "serves an agent to which all agreed", said: {}, policy: {}, objection: undefined },
  {
    name: "asks for the wallet's agreement by default",
    said: { wallet: false },
    policy: {},
    objection: "wallet-not-agreed",
  },
  {
    name: "asks for the Haftungsperson's agreement by default",
    said: { haftungsperson: false },
    policy: {},
    objection: "haftungsperson-not-agreed",
  },
  {
    name: "tells a refusal of the Haftungsperson from silence",
    said: { haftungsperson: false, refusedBy: ["haftungsperson"] },
    policy: {},
    objection: "haftungsperson-refused",
  },
  {
    name: "does not ask for the parent's agreement by default",
    said: { parent: false, refusedBy: ["parent"] },
    policy: {},
    objection: undefined,
  },
  {
    name: "asks for the parent's agreement if told to",
    said: { parent: false },
    policy: { parentAgreement: true },
    objection: "parent-not-agreed",
  },
  {
    name: "tells a refusal of the parent from silence",
    said: { parent: false, refusedBy: ["parent"] },
    policy: { parentAgreement: true },
    objection: "parent-refused",
  },
  {
    name: "asks for the wallet's agreement alone if told to",
    said: { haftungsperson: false, refusedBy: ["haftungsperson"] },
    policy: { haftungspersonAgreement: false },
    objection: undefined,
  },
  {
    name: "asks for the Haftungsperson's agreement alone if told to",
    said: { wallet: false, haftungsperson: false },
    policy: { walletAgreement: false },
    objection: "haftungsperson-not-agreed",
  },
  {
    name: "asks for compliance alone if told to",
    said: nobody,
    policy: { walletAgreement: false, haftungspersonAgreement: false, parentAgreement: false },
    objection: undefined,
  },
  {
    name: "keeps its defaults if an option is undefined",
    said: nobody,
    policy: { walletAgreement: undefined },
    objection: "wallet-not-agreed",
  },
];

describe("a provider's policy", () => {
  for (const { name, said, policy, objection } of cases) {
    test(name, () => {
      const decision = applyPolicy({ verdict: compliant(said), policy });
      assert.deepEqual(decision, objection === undefined ? { agent } : { objection });
    });
  }

  test("names the status before anybody's missing agreement", () => {
    const verdict: KyaVerdict = {
      ...compliant(nobody),
      verdict: "non-compliant",
      reason: "attestation-lapsed",
      agent,
      ...agreement(nobody),
    };
    assert.deepEqual(applyPolicy({ verdict, policy: {} }), { objection: "attestation-lapsed" });
  });
});

test("a refusal says whose word is missing, and which command gives it", () => {
  const verdict = compliant({ haftungsperson: false });
  assert.deepEqual(refuseWallet({ verdict, objection: "haftungsperson-not-agreed" }), {
    status: 403,
    reason: "haftungsperson-not-agreed",
    error:
      "The agent's Haftungsperson has not agreed to answer for it: npx agent-registry confirm 61 with the Haftungsperson's key",
  });
});

const endings = [
  {
    name: "a suspension that the Haftungsperson brought about says so",
    reason: "suspended",
    refusedBy: ["haftungsperson"],
    error: "The agent is suspended: its Haftungsperson has declined to answer for it",
  },
  {
    name: "a suspension by somebody else does not blame the Haftungsperson",
    reason: "suspended",
    refusedBy: ["parent"],
    error: "The agent is suspended",
  },
  {
    name: "a revocation does not blame the Haftungsperson, who declined as well",
    reason: "revoked",
    refusedBy: ["haftungsperson"],
    error: "The agent is revoked",
  },
] as const;
for (const { name, reason, refusedBy, error } of endings) {
  test(name, () => {
    const said: Said = { refusedBy: [...refusedBy] };
    const verdict: KyaVerdict = {
      ...compliant(said),
      verdict: "non-compliant",
      reason,
      agent,
      ...agreement(said),
    };
    assert.deepEqual(refuseWallet({ verdict, objection: reason }), { status: 403, reason, error });
  });
}
