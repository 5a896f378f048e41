import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Certificate } from "@agent-registry/protocol";
import type { StoredEntry } from "@agent-registry/protocol/proof";
import {
  AGENTS_PER_LIST,
  type BindingClaims,
  type ReceiptClaims,
  type StatusListClaims,
  type StatusValue,
  setStatus,
  toListBytes,
} from "@agent-registry/protocol/signed";
import {
  bindingClaims,
  block,
  entry,
  listClaims,
  NOW,
  receiptClaims,
  WALLET,
} from "../testing/test-issuer.ts";
import { compareBinding, compareReceipt, compareStatusList } from "./find-contradictions.ts";

/** What the chain holds if the tokens are true. */
const stored: StoredEntry = {
  ...entry,
  agentWallet: WALLET,
  selfModifying: false,
  parentAgentId: 0,
  refusals: { haftungsperson: false, parent: false },
};
const header = { number: block.number, timestamp: block.timestamp };
const toClaims = (found: { claim: string }[] | undefined) => found?.map(({ claim }) => claim);

describe("compareReceipt", () => {
  const lies = (claims: ReceiptClaims, held: StoredEntry | null) =>
    toClaims(compareReceipt(claims, { entry: held, header }));
  const lieAbout = (changed: object) => ({ ...receiptClaims(), ...changed }) as ReceiptClaims;

  it("finds nothing in a receipt that is true, whatever the order of those who agreed", () => {
    assert.deepEqual(lies(receiptClaims(), stored), []);
    assert.deepEqual(lies(lieAbout({ consents: ["haftungsperson", "wallet"] }), stored), []);
    assert.deepEqual(lies(receiptClaims({ entry: null }), null), []);
  });

  it("holds the agent that a wallet was replaced in against the chain, if the receipt names one", () => {
    const replaced = receiptClaims({ entry: null, retiredFrom: 5 });
    const found = (retiredFrom?: number) =>
      toClaims(compareReceipt(replaced, { entry: null, retiredFrom, header }));
    assert.deepEqual([found(5), found(6), found()], [[], ["retiredFrom"], ["retiredFrom"]]);
    const silent = compareReceipt(receiptClaims({ entry: null }), { entry: null, retiredFrom: 5, header });
    assert.deepEqual(silent, []);
  });

  it("finds each claim that is false", () => {
    const cases: [changed: object, claims: string[]][] = [
      [{ agentId: 6 }, ["agentId"]],
      [
        { agentStatus: "Suspended", verdict: "non-compliant", reason: "suspended" },
        ["verdict", "reason", "agentStatus"],
      ],
      [{ lastAttestation: NOW, validUntil: NOW + 604_800 }, ["lastAttestation", "validUntil"]],
      [{ haftungsperson: WALLET }, ["haftungsperson"]],
      [{ consents: ["wallet", "haftungsperson", "parent"] }, ["consents"]],
      [{ block: { ...block, timestamp: NOW } }, ["block.timestamp"]],
      [{ block: { ...block, number: 1 } }, ["block.number"]],
      // The record does not belie this verdict by its status; it was lapsed when it was issued.
      [{ iat: NOW + 700_000 }, ["verdict", "reason"]],
    ];
    for (const [changed, claims] of cases) assert.deepEqual(lies(lieAbout(changed), stored), claims);
  });

  it("finds an agent denied, and an agent invented", () => {
    const about = [
      "agentId",
      "verdict",
      "reason",
      "agentStatus",
      "lastAttestation",
      "validUntil",
      "haftungsperson",
      "consents",
    ];
    assert.deepEqual(lies(receiptClaims({ entry: null }), stored), about);
    assert.deepEqual(lies(receiptClaims(), null), about);
  });
});

describe("what a token says was certified", () => {
  const certified = { notary: WALLET, kind: "natural", level: "substantial", until: NOW + 60 } as const;
  const counts = { ...certified, isAccepted: true, isAccredited: true };
  const binding = { ...bindingClaims(), certified };
  const find = (certificate?: Certificate | null, claims = binding) =>
    compareBinding(claims, { entry: stored, header, certificate });

  it("is held against the notary's certificate on the chain", () => {
    assert.deepEqual(find(counts), []);
    for (const held of [
      null,
      { ...counts, level: "low" as const },
      { ...counts, kind: "legal" as const },
      { ...counts, until: NOW + 61 },
      { ...counts, isAccepted: false },
      { ...counts, isAccredited: false },
    ])
      assert.deepEqual(toClaims(find(held)), ["certified"]);
    const receipt = receiptClaims({ entry: { ...entry, certified } });
    const held = { ...counts, isAccepted: false };
    assert.deepEqual(compareReceipt(receipt, { entry: stored, header, certificate: held }), [
      {
        claim: "certified",
        signed: `natural, substantial until ${NOW + 60} by ${WALLET}`,
        onChain: `natural, substantial until ${NOW + 60} by ${WALLET} (not-accepted)`,
      },
    ]);
  });

  it("is false if it had ended when it was signed", () => {
    const until = NOW - 1;
    assert.deepEqual(
      toClaims(find({ ...counts, until }, { ...binding, certified: { ...certified, until } })),
      ["certified"],
    );
  });

  it("is not judged by a proof that does not show it, and to leave a certificate out is no lie", () => {
    assert.deepEqual(find(undefined), []);
    assert.deepEqual(compareBinding(bindingClaims(), { entry: stored, header, certificate: counts }), []);
  });
});

describe("compareBinding", () => {
  const lies = (changed: Partial<BindingClaims>, held: StoredEntry | null = stored) =>
    toClaims(compareBinding({ ...bindingClaims(), ...changed }, { entry: held, header }));

  it("finds each claim that is false, and none in one that is true", () => {
    assert.deepEqual(lies({}), []);
    assert.deepEqual(lies({ agentId: 6 }), ["agentId"]);
    assert.deepEqual(lies({ haftungsperson: `eip155:84532:${WALLET}` }), ["haftungsperson"]);
    assert.deepEqual(lies({ consents: ["wallet"] }), ["consents"]);
    assert.deepEqual(lies({ block: { ...block, timestamp: NOW } }), ["block.timestamp"]);
    assert.deepEqual(lies({}, null), ["agentId", "haftungsperson", "consents"]);
  });
});

describe("compareStatusList", () => {
  const compare = (value: StatusValue, held: Partial<StoredEntry> | null, list: object = {}) => {
    const bytes = toListBytes(100);
    setStatus(bytes, 5, value);
    const claims = { ...listClaims(), ...list } as StatusListClaims;
    return toClaims(compareStatusList({ claims, bytes }, { entry: held && { ...stored, ...held }, header }));
  };
  const VALUE = ["the value of agent 5"];

  it("finds a standing that the agent does not have", () => {
    const statuses = ["Active", "Suspended", "Revoked", "Terminated"] as const;
    const isTrue = { 0: ["Active"], 1: ["Revoked", "Terminated"], 2: ["Suspended"] };
    for (const value of [0, 1, 2] as const)
      for (const status of statuses)
        assert.deepEqual(compare(value, { status }), isTrue[value].includes(status) ? [] : VALUE);
  });

  it("finds an attestation that lapses before the list ends", () => {
    const lapsing = (end: number) => ({ lastAttestation: end - 604_800 });
    assert.deepEqual(compare(0, lapsing(NOW + 900)), []);
    assert.deepEqual(compare(0, lapsing(NOW + 899)), ["an attestation until"]);
  });

  it("finds nothing in a list that says to ask, and an agent left out", () => {
    for (const status of ["Active", "Suspended", "Revoked"] as const)
      assert.deepEqual(compare(3, { status }), []);
    assert.deepEqual(compare(0, {}, { size: 5 }), ["size"]);
  });

  it("says nothing about wallets that are no agents, nor about agents of other lists", () => {
    assert.equal(compare(0, null), undefined);
    assert.equal(compare(0, { agentId: AGENTS_PER_LIST + 5 }), undefined);
  });
});
