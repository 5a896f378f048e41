import assert from "node:assert/strict";
import { test } from "node:test";
import type { KyaAtResponse } from "@agent-registry/protocol";
import { createAgentRegistry } from "../create-agent-registry.ts";
import type { KyaAtInput } from "./kya-at.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const other = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const asOf = { timestamp: "2026-03-01T12:00:00.000Z", block: 40 };
const agent = {
  agentId: 7,
  creator: other,
  haftungsperson: other,
  agentWallet: wallet,
  operationalScope: "Customer",
  status: "Active",
  registeredAt: "2026-02-01T12:00:00.000Z",
  lastAttestation: "2026-02-22T12:00:00.000Z",
} as const;
const said = {
  consents: { wallet: true, haftungsperson: true, parent: true },
  refusals: { haftungsperson: false, parent: false },
};
const known: KyaAtResponse = {
  wallet,
  asOf,
  isRegistered: true,
  isCompliant: true,
  reason: "active-and-attested",
  agent,
  ...said,
  certificates: [],
};

function setUp(answer: KyaAtResponse = known) {
  const asked: string[] = [];
  const registry = createAgentRegistry({
    apiUrl: "http://api.test",
    retryDelayMs: 0,
    fetch: async (url) => {
      asked.push(String(url));
      return Response.json(answer);
    },
  });
  return { asked, registry };
}

test("a time is asked for in whole seconds, a block by its number", async () => {
  const { asked, registry } = setUp();
  const moments: KyaAtInput["at"][] = [
    new Date("2026-03-01T12:00:00.999Z"),
    "2026-03-01T12:00",
    "2026-03-01T13:00+01:00",
    { block: 40 },
    { block: 0n },
  ];
  for (const at of moments) await registry.kyaAt({ wallet: wallet.toLowerCase(), at });
  const path = `http://api.test/api/v1/kya/${wallet}/at`;
  const time = `${path}?time=1772366400`;
  assert.deepEqual(asked, [time, time, time, `${path}?block=40`, `${path}?block=0`]);
});

test("the verdict is that of the moment, and the policy is applied to it", async () => {
  const { registry } = setUp();
  assert.deepEqual(await registry.kyaAt({ wallet, at: "2026-03-01T12:00Z" }), {
    wallet,
    asOf,
    admissible: true,
    objections: [],
    verdict: "compliant",
    reason: "active-and-attested",
    agent,
    ...said,
  });
  const policy = { maxAttestationAgeSeconds: 86_400 };
  const { admissible, objections } = await registry.kyaAt({ wallet, at: { block: 40 }, policy });
  assert.deepEqual([admissible, objections], [false, ["attestation-too-old"]]);
});

test("a record that had lapsed, been suspended or not been agreed to is told so", async () => {
  const late = setUp({ ...known, asOf: { ...asOf, timestamp: "2026-03-01T12:00:01.000Z" } });
  assert.equal((await late.registry.kyaAt({ wallet, at: { block: 40 } })).reason, "attestation-lapsed");
  const suspended = setUp({ ...known, agent: { ...agent, status: "Suspended" } });
  assert.equal((await suspended.registry.kyaAt({ wallet, at: { block: 40 } })).verdict, "non-compliant");
  const silent = setUp({ ...known, consents: { ...said.consents, haftungsperson: false } });
  const { objections } = await silent.registry.kyaAt({ wallet, at: { block: 40 } });
  assert.deepEqual(objections, ["haftungsperson-not-agreed"]);
  const alone = setUp({ ...known, agent: { ...agent, haftungsperson: wallet } });
  const answer = await alone.registry.kyaAt({ wallet, at: { block: 40 } });
  assert.deepEqual(answer.objections, ["haftungsperson-is-the-wallet"]);
});

test("what notaries had certified by then is judged as of then", async () => {
  const certificate = {
    notary: other,
    kind: "natural",
    level: "substantial",
    until: "2026-03-01T12:00:01.000Z",
    isAccepted: true,
    isAccredited: true,
  } as const;
  const objections = async (held: object, policy: KyaAtInput["policy"]) => {
    const { registry } = setUp({ ...known, certificates: [{ ...certificate, ...held }] });
    return (await registry.kyaAt({ wallet, at: { block: 40 }, policy })).objections;
  };
  const policy = { certified: { level: "low" } } as const;
  assert.deepEqual(await objections({}, policy), []);
  assert.deepEqual(await objections({ until: asOf.timestamp }, policy), ["certificate-ended"]);
  assert.deepEqual(await objections({ isAccredited: false }, policy), ["haftungsperson-not-certified"]);
  assert.deepEqual(await objections({ isAccredited: false }, {}), []);
});

test("a wallet that was not registered is not registered", async () => {
  const nobody = { agent: null, consents: null, refusals: null };
  const { registry } = setUp({
    ...known,
    isRegistered: false,
    isCompliant: false,
    reason: "not-registered",
    ...nobody,
  });
  assert.deepEqual(await registry.kyaAt({ wallet, at: { block: 40 } }), {
    wallet,
    asOf,
    admissible: false,
    objections: ["not-registered"],
    verdict: "not-registered",
    reason: "not-registered",
    ...nobody,
  });
});

test("what is no moment, or cannot be asked of the past, is refused without a question", async () => {
  const { asked, registry } = setUp();
  for (const at of [
    "yesterday",
    "2026-02-30",
    new Date(Number.NaN),
    new Date(-1),
    { block: -1 },
    { block: 1.5 },
  ])
    await assert.rejects(() => registry.kyaAt({ wallet, at }), { reason: "invalid-input" }, String(at));
  const policy = { lineage: "ancestors" } as KyaAtInput["policy"];
  await assert.rejects(() => registry.kyaAt({ wallet, at: { block: 1 }, policy }), {
    reason: "invalid-input",
  });
  assert.deepEqual(asked, []);
});

test("an answer about another wallet is refused", async () => {
  const { registry } = setUp();
  await assert.rejects(() => registry.kyaAt({ wallet: other, at: { block: 1 } }), { reason: "api-failed" });
});
