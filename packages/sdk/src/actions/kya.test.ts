import assert from "node:assert/strict";
import { test } from "node:test";
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
function apiThatSays(rounds: { registered: boolean; wallet: "agreed" | "released" | "none" }[]) {
  const asked: string[] = [];
  let round = -1;
  const registry = createAgentRegistry({
    apiUrl: "http://api.test",
    fetch: async (input) => {
      const { pathname } = new URL(String(input));
      asked.push(pathname);
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
        haftungsperson: { ...word, state: "none", address: successor },
        parent: null,
        proposedHaftungsperson: null,
      });
    },
  });
  return { registry, asked };
}

test("a verdict of the API comes with what the parties said", async () => {
  const { registry } = apiThatSays([{ registered: true, wallet: "agreed" }]);
  const { verdict, agent, consents, refusals } = await registry.kya({ wallet });
  assert.equal(verdict, "compliant");
  assert.equal(agent?.haftungsperson, successor);
  assert.deepEqual(consents, { wallet: true, haftungsperson: false, parent: true });
  assert.deepEqual(refusals, { haftungsperson: false, parent: false });
});

test("a verdict about a record that was released meanwhile is asked for again", async () => {
  const { registry, asked } = apiThatSays([
    { registered: true, wallet: "released" },
    { registered: false, wallet: "released" },
  ]);
  assert.equal((await registry.kya({ wallet })).verdict, "not-registered");
  assert.equal(asked.length, 3);
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
