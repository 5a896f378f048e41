import assert from "node:assert/strict";
import { test } from "node:test";
import { createApiClient, kya } from "../api.ts";
import { createAgentRegistry } from "../create-agent-registry.ts";

const wallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/** Who has taken over since the verdict that the API has cached. */
const successor = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const time = "2026-03-01T12:00:00.000Z";
const hash = `0x${"11".repeat(32)}`;
const agent = {
  agentId: 7,
  creator: wallet,
  haftungsperson: wallet,
  agentWallet: wallet,
  operationalScope: "",
  status: "Active",
  registeredAt: time,
  lastAttestation: time,
};
const word = {
  since: time,
  transactionHash: hash,
  changedSince: { constitution: false, capabilities: false },
};

/** A query API whose cached verdict may be older than the words of the parties. */
function apiThatSays(
  rounds: { registered: boolean; wallet: "agreed" | "released" | "none" }[],
  bulk: { agentId?: number | null; objections?: string[]; wallet?: string; retiredFrom?: number } = {},
  haftungsperson: { state: "agreed" | "none"; address: string } = { state: "none", address: successor },
) {
  const asked: string[] = [];
  let round = -1;
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input));
    asked.push(pathname);
    if (pathname === "/api/v1/kya") {
      const { objections = [] } = bulk;
      const decision = { wallet, agentId: 7, isRegistered: true, isCompliant: true, ...bulk, objections };
      const block = { number: 1, hash };
      const data = [{ ...decision, admissible: objections.length === 0 }];
      return Response.json({ checkedAt: time, block, data });
    }
    if (pathname.startsWith("/api/v1/kya/")) {
      round++;
      const isRegistered = rounds[round]?.registered ?? false;
      const verdict = { wallet, isRegistered, isCompliant: isRegistered, checkedAt: time };
      return Response.json({ ...verdict, agent: isRegistered ? agent : null });
    }
    return Response.json({
      agentId: 7,
      recordHash: hash,
      wallet: { ...word, state: rounds[round]?.wallet },
      haftungsperson: { ...word, ...haftungsperson },
      parent: null,
      proposedHaftungsperson: null,
      pendingWallet: null,
      attester: null,
    });
  };
  const registry = createAgentRegistry({ apiUrl: "http://api.test", fetch });
  return { registry, fetch, asked };
}

test("a verdict of the API comes with what the parties said", async () => {
  const { registry } = apiThatSays([{ registered: true, wallet: "agreed" }]);
  const { verdict, agent, consents, refusals, admissible, objections } = await registry.kya({ wallet });
  assert.equal(verdict, "compliant");
  assert.deepEqual([admissible, objections], [false, ["haftungsperson-not-agreed"]]);
  assert.equal(agent?.haftungsperson, successor);
  assert.deepEqual(consents, { wallet: true, haftungsperson: false, parent: true });
  assert.deepEqual(refusals, { haftungsperson: false, parent: false });
});

test("a wallet that is its own Haftungsperson is not admissible, unless that is allowed", async () => {
  const itself = { state: "agreed", address: wallet } as const;
  const { registry, asked } = apiThatSays([...found], {}, itself);
  const { admissible, objections } = await registry.kya({ wallet });
  assert.deepEqual([admissible, objections], [false, ["haftungsperson-is-the-wallet"]]);
  assert.equal((await registry.kya({ wallet, policy: { selfLiable: "allow" } })).admissible, true);
  assert.ok(!asked.includes("/api/v1/kya"), "the specified answers tell it");
});

test("a verdict about a record that was released meanwhile is asked for again", async () => {
  const { registry, asked } = apiThatSays([
    { registered: true, wallet: "released" },
    { registered: false, wallet: "released" },
  ]);
  const { verdict, objections } = await registry.kya({ wallet });
  assert.deepEqual([verdict, objections], ["not-registered", ["not-registered"]]);
  const specified = `/api/v1/kya/${wallet}`;
  assert.deepEqual(asked, [specified, "/api/v1/agent/7/consents", specified, "/api/v1/kya"]);
});

test("a wallet that was replaced is not registered, and the answer names the agent whose it was", async () => {
  const { registry } = apiThatSays([], { agentId: null, retiredFrom: 7 });
  const { checkedAt: _, ...answer } = await registry.kya({ wallet });
  assert.deepEqual(answer, {
    wallet,
    source: "api",
    verdict: "not-registered",
    reason: "not-registered",
    admissible: false,
    objections: ["not-registered", "wallet-retired"],
    agent: null,
    consents: null,
    refusals: null,
    retiredFrom: 7,
  });
});

test("an API that goes on contradicting itself gets no agent admitted", async () => {
  const { registry, asked } = apiThatSays([
    { registered: true, wallet: "released" },
    { registered: true, wallet: "released" },
    { registered: true, wallet: "agreed" },
  ]);
  await assert.rejects(registry.kya({ wallet }), { reason: "api-failed", message: /contradicts itself/ });
  assert.equal(asked.length, 4);
});

test("an answer about another wallet than was asked about gets nobody admitted", async () => {
  const { registry } = apiThatSays([{ registered: true, wallet: "agreed" }]);
  await assert.rejects(registry.kya({ wallet: successor }), {
    reason: "api-failed",
    message: /another wallet than it was asked about/,
  });
});

test("a page without viem gets the same answer", async () => {
  const { registry, fetch } = apiThatSays([...found]);
  const api = createApiClient({ apiUrl: "http://api.test/", fetch });
  assert.deepEqual(await kya(api, { wallet }), await registry.kya({ wallet }));
});

const found = [
  { registered: true, wallet: "agreed" },
  { registered: true, wallet: "agreed" },
] as const;

test("what the specified answer does not tell is asked of the API in bulk, and counts", async () => {
  const { registry, asked } = apiThatSays([...found], { objections: ["ancestor-revoked"] });
  const policy = { lineage: "ancestors", consents: [] } as const;
  const answer = await registry.kya({ wallet, policy });
  assert.deepEqual(
    [answer.verdict, answer.admissible, answer.objections],
    ["compliant", false, ["ancestor-revoked"]],
  );
  assert.deepEqual(asked.at(-1), "/api/v1/kya");
});

test("a policy that the specified answer can tell costs no further question", async () => {
  const { registry, asked } = apiThatSays([...found]);
  const { objections } = await registry.kya({
    wallet,
    policy: { consents: [], minRegisteredSeconds: 1, maxAttestationAgeSeconds: 0 },
  });
  assert.deepEqual(objections, ["registered-too-recently"]);
  assert.ok(!asked.includes("/api/v1/kya"));
});

test("a newer suspension that the bulk answer knows of makes the verdict", async () => {
  const { registry } = apiThatSays([...found], { objections: ["suspended"] });
  const { verdict, reason } = await registry.kya({ wallet, policy: { selfModifying: "refuse" } });
  assert.deepEqual([verdict, reason], ["non-compliant", "suspended"]);
});

for (const [name, bulk, message] of [
  ["another record", { agentId: 8 }, /contradicts itself/],
  ["another wallet", { wallet: successor }, /other wallets than it was asked about/],
] as const) {
  test(`a bulk answer about ${name} gets nobody admitted`, async () => {
    const { registry } = apiThatSays([...found], bulk);
    const asking = registry.kya({ wallet, policy: { lineage: "ancestors" } });
    await assert.rejects(asking, { reason: "api-failed", message });
  });
}

test("a policy with an unknown rule is refused before anything is asked", async () => {
  const { registry, asked } = apiThatSays([...found]);
  const policy = { parentAgreement: true } as object;
  await assert.rejects(registry.kya({ wallet, policy }), {
    reason: "invalid-input",
    message: /^policy\.parentAgreement is not a rule: there are consents, /,
  });
  assert.deepEqual(asked, []);
});

test("what notaries have certified is decided by the API, which knows all of them", async () => {
  const agreed = { state: "agreed", address: successor } as const;
  const ended = ["certificate-ended", "ancestor-revoked"];
  const { registry, asked } = apiThatSays([...found], { objections: ended }, agreed);
  const policy = { certified: { level: "low" }, lineage: "ancestors" } as const;
  const { admissible, objections, verdict } = await registry.kya({ wallet, policy });
  assert.deepEqual([verdict, admissible, objections], ["compliant", false, ended]);
  assert.ok(asked.includes("/api/v1/kya"));
  const lax = apiThatSays([...found], { objections: [] }, agreed);
  assert.equal(
    (await lax.registry.kya({ wallet, policy: { certified: { level: "low" } } })).admissible,
    true,
  );
});
