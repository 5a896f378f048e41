import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { KyaResponse } from "@agent-registry/protocol";
import type { ProvenVerdict } from "@agent-registry/sdk";
import { toConclusion, toSteps } from "./check-words.ts";
import { findDifferences, parseNodeUrl } from "./run-check.ts";

const WALLET = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const PERSON = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const NODE = "https://node.example/key";
const agent = {
  agentId: 5,
  agentWallet: WALLET,
  haftungsperson: PERSON,
  status: "Active",
  lastAttestation: "2026-11-14T12:00:00.000Z",
} as const;
const said: KyaResponse = {
  wallet: WALLET,
  isRegistered: true,
  isCompliant: true,
  checkedAt: "2026-11-16T12:00:00.000Z",
  agent: {
    ...agent,
    creator: WALLET,
    operationalScope: "Translates",
    registeredAt: "2026-11-01T12:00:00.000Z",
  },
};
const held = {
  verdict: "compliant",
  reason: "active-and-attested",
  checkedAt: "2026-11-16T12:00:03.000Z",
  agent,
  objections: [],
  consents: { wallet: true, haftungsperson: true, parent: true },
  refusals: { haftungsperson: false, parent: false },
  admissible: true,
  block: { number: 308, hash: `0x${"ab".repeat(32)}`, timestamp: Date.parse("2026-11-16T12:00:00Z") / 1000 },
  proof: { storageProof: [{}, {}, {}] },
} as unknown as ProvenVerdict;
const nobody = { ...held, verdict: "not-registered", reason: "not-registered", agent: null, consents: null };

const toSaid = (change: Partial<NonNullable<KyaResponse["agent"]>>): KyaResponse => ({
  ...said,
  agent: said.agent && { ...said.agent, ...change },
});

describe("findDifferences", () => {
  it("finds none where the register says what the chain holds, however addresses are written", () => {
    const lower = toSaid({ haftungsperson: PERSON.toLowerCase() as `0x${string}` });
    assert.deepEqual(findDifferences(lower, held), []);
    assert.deepEqual(findDifferences({ ...said, agent: null }, nobody as ProvenVerdict), []);
  });

  it("names each fact with both versions", () => {
    const lie = toSaid({ status: "Revoked", agentId: 6 });
    assert.deepEqual(findDifferences(lie, held), [
      "About the agent’s number the register says 6; the chain holds 5.",
      "About the status the register says Revoked; the chain holds Active.",
    ]);
    assert.match(
      findDifferences({ ...said, isCompliant: false }, held)[0] ?? "",
      /not compliant; .+ compliant/,
    );
    assert.match(
      findDifferences({ ...said, agent: null }, held)[0] ?? "",
      /nobody’s; on the chain .+ agent 5/,
    );
    assert.match(
      findDifferences(said, nobody as ProvenVerdict)[0] ?? "",
      /agent 5; on the chain it is nobody’s/,
    );
  });
});

describe("toSteps", () => {
  const refused = (reason: string) => ({ kind: "refused", reason, message: "why" }) as const;
  const input = { nodeUrl: NODE, registry: WALLET };
  const toStates = (steps: { state: string }[]) => steps.map(({ state }) => state);

  it("marks where a proof was refused, and what was not reached", () => {
    const cases: [string, number][] = [
      ["api-unreachable", 0],
      ["header-hash", 1],
      ["stale-block", 2],
      ["not-canonical", 3],
      ["proof", 4],
    ];
    for (const [reason, failedAt] of cases) {
      const steps = toSteps(refused(reason), input);
      const expected = steps.map((_, i) =>
        i < failedAt ? "passed" : i === failedAt ? "failed" : "not-reached",
      );
      assert.deepEqual(toStates(steps), expected, reason);
      assert.equal(steps[failedAt]?.words, "why");
    }
  });

  it("shows no part of a node's address but its host, which may be followed by a key", () => {
    const steps = toSteps({ kind: "proven", proven: held, differences: [] }, input);
    assert.deepEqual(new Set(toStates(steps)), new Set(["passed"]));
    assert.match(steps[3]?.words ?? "", /^node\.example has/);
    assert.match(steps[2]?.words ?? "", /3 seconds old/);
  });
});

describe("toConclusion", () => {
  const proven = (differences: string[] = []) => ({ kind: "proven", proven: held, differences }) as const;

  it("says proven only with a node and without a difference", () => {
    const titles = [
      toConclusion(proven(), { nodeUrl: NODE }),
      toConclusion(proven(), { nodeUrl: null }),
      toConclusion(proven(["another"]), { nodeUrl: NODE }),
      toConclusion({ kind: "refused", reason: "proof", message: "why" }, { nodeUrl: NODE }),
    ].map(({ title, tone }) => [title, tone]);
    assert.deepEqual(titles, [
      ["Proven", "green"],
      ["Consistent, not proven", "yellow"],
      ["The register says something else", "red"],
      ["Not proven", "red"],
    ]);
  });

  it("says who has not agreed, and is green only if wallet and Haftungsperson have", () => {
    const conclude = (wallet: boolean, haftungsperson: boolean, isRefused = false) => {
      const proven = {
        ...held,
        consents: { wallet, haftungsperson, parent: true },
        refusals: { haftungsperson: isRefused, parent: false },
        admissible: wallet && haftungsperson && !isRefused,
      } as ProvenVerdict;
      const { tone, title, text } = toConclusion(
        { kind: "proven", differences: [], proven },
        { nodeUrl: NODE },
      );
      return `${tone}, ${title}: ${text}`;
    };
    assert.match(conclude(true, true), /^green, Proven: .+wallet and Haftungsperson have agreed/);
    assert.match(conclude(false, true), /^yellow, Proven, not agreed: .+the wallet has not agreed/);
    assert.match(conclude(true, false), /^yellow, Proven, not agreed: .+the Haftungsperson has not agreed/);
    assert.match(conclude(false, false), /^yellow, Proven, not agreed: .+neither wallet nor Haftungsperson/);
    assert.match(conclude(true, false, true), /^red, Proven, refused by its Haftungsperson: .+ refuses/);
  });
});

test("a conclusion says that wallet and Haftungsperson are one key", () => {
  const alone: ProvenVerdict = { ...held, admissible: false, objections: ["haftungsperson-is-the-wallet"] };
  const found = toConclusion({ kind: "proven", proven: alone, differences: [] }, { nodeUrl: NODE });
  assert.deepEqual([found.tone, found.title], ["yellow", "Proven, its own Haftungsperson"]);
  assert.match(found.text, /; wallet and Haftungsperson have agreed; the two are one key, as of /);
});

test("a conclusion says that the wallet was replaced", () => {
  const objections = ["not-registered", "wallet-retired"];
  const proven = { ...nobody, admissible: false, objections } as unknown as ProvenVerdict;
  const found = toConclusion({ kind: "proven", proven, differences: [] }, { nodeUrl: NODE });
  assert.deepEqual([found.tone, found.title], ["red", "Proven, replaced"]);
  assert.match(found.text, /^This wallet was replaced .+ is not the agent/);
});

describe("parseNodeUrl", () => {
  it("takes none, https anywhere, and plain http on the own machine", () => {
    assert.deepEqual(parseNodeUrl("  "), { ok: true, url: null });
    for (const url of [NODE, "http://127.0.0.1:8545", "http://localhost:8545/"])
      assert.deepEqual(parseNodeUrl(url), { ok: true, url });
    for (const url of ["node.example", "http://node.example", "ftp://node.example", "javascript:alert(1)"])
      assert.equal(parseNodeUrl(url).ok, false, url);
  });
});
