import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { longRunningNonceStore } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { getAgent, requireCompliantAgent } from "./fastify.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const now = () => Math.floor(Date.now() / 1000);
const host = "provider.test";

/** A service with a parser of its own, and a hook that takes its time over every answer. */
function createService() {
  const state = { handled: 0, isBodyRead: false };
  const app = Fastify();
  const registry = scriptRegister({ compliant: [agent.address], now });
  const check = requireCompliantAgent({
    registry,
    source: "api",
    hosts: [`http://${host}`],
    nonceStore: longRunningNonceStore(),
  });
  app.addHook("preParsing", check);
  app.addHook("onSend", async (request) => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    state.isBodyRead = request.raw.readableDidRead;
  });
  app.post("/jobs", async (request) => {
    state.handled++;
    return { agentId: getAgent(request).agentId, body: request.body };
  });
  return { app, state };
}

async function post(app: ReturnType<typeof createService>["app"], headers: Record<string, string>) {
  const payload = JSON.stringify({ work: "ä" });
  return app.inject({ method: "POST", url: "/jobs", headers: { host, ...headers }, payload });
}

test("a compliant agent's body is parsed as ever, once its proof was checked", async () => {
  const { app } = createService();
  const body = JSON.stringify({ work: "ä" });
  const signature = await craftSignature({
    signer: agent,
    host: `http://${host}`,
    issuedAt: now(),
    body,
    contentType: "application/json",
  });
  const response = await post(app, signature);
  assert.deepEqual([response.statusCode, response.json().body], [200, { work: "ä" }]);
  await app.close();
});

test("a stranger's body is not read, and no handler runs while a slow hook works on the refusal", async () => {
  const { app, state } = createService();
  const response = await post(app, { "content-type": "application/json" });
  assert.deepEqual([response.statusCode, response.json().reason], [401, "missing-proof"]);
  assert.match(String(response.headers["www-authenticate"]), /ERC8128/);
  assert.deepEqual(state, { handled: 0, isBodyRead: false });
  await app.close();
});

test("an agent is known only behind the hook", () => {
  assert.throws(() => getAgent({}), /only works behind requireCompliantAgent/);
});
