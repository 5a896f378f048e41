import assert from "node:assert/strict";
import { test } from "node:test";
import { custom } from "viem";
import { createRegistryClient } from "../client/registry-client.ts";
import { systemNow } from "../system-now.ts";
import { chainId, registryAddress, scriptRegister } from "../testing/scripted-register.ts";
import { agent, answerOf, host, setUp } from "../testing/signed-requests.ts";
import { createAgentFetch, signRequest } from "./sign-request.ts";

const transport = custom({ request: async () => chainId });
const client = createRegistryClient({ registryAddress, transport, account: agent });
const encode = (text: string) => new TextEncoder().encode(text);
const get = { method: "GET", host, path: "/", body: new Uint8Array() };
const nonceOf = (headers: Record<string, string>) =>
  /nonce="([^"]+)"/.exec(headers["signature-input"] ?? "")?.[1];

test("a request is signed by the agent's wallet, now, for the host in lower case", async () => {
  const request = { method: "post", host: "API.example.com", path: "/jobs", body: encode("work") };
  const headers = await signRequest(client, request);
  const input = headers["signature-input"] ?? "";
  assert.ok(input.includes(`keyid="eip155:${chainId}:${agent.address.toLowerCase()}"`));
  const [, created = "0", expires = "0"] = /created=(\d+);expires=(\d+)/.exec(input) ?? [];
  assert.ok(Math.abs(Number(created) - Date.now() / 1000) < 30);
  assert.equal(Number(expires) - Number(created), 60);
  const { handle } = setUp({ now: systemNow });
  const sent = new Request(`https://${host}/jobs`, { method: "POST", body: encode("work"), headers });
  assert.equal(await answerOf(await handle(sent)), "served");
});

test("each signature has a nonce of its own", async () => {
  const [first = {}, second = {}] = await Promise.all([1, 2].map(() => signRequest(client, get)));
  assert.notEqual(nonceOf(first), undefined);
  assert.notEqual(nonceOf(first), nonceOf(second));
});

test("a chain's id that is configured is signed for, without asking the node", async () => {
  const onFive = createRegistryClient({ registryAddress, transport, account: agent, chainId: 5 });
  const request = new Request(`https://${host}/`, { headers: await signRequest(onFive, get) });
  const registry = scriptRegister({ compliant: [agent.address], now: systemNow, onChain: 5 });
  assert.equal(await answerOf(await setUp({ registry, now: systemNow }).handle(request)), "served");
});

/** A provider that answers what createAgentFetch sends, and what was sent. */
function setUpFetch(answer: (request: Request) => Response | Promise<Response>) {
  const sent: Request[] = [];
  const agentFetch = createAgentFetch({
    ...client,
    fetch: async (input) => {
      sent.push((input as Request).clone());
      return answer(input as Request);
    },
  });
  return { sent, agentFetch };
}

test("createAgentFetch signs what it sends: method, path with query, and body", async () => {
  const { handle } = setUp({ now: systemNow, hosts: [`http://${host}:4000`] });
  const { sent, agentFetch } = setUpFetch(handle);
  const url = `http://${host}:4000/jobs?fast=1`;
  assert.equal(await answerOf(await agentFetch(url, { method: "PUT", body: "work" })), "served");
  const [request = assert.fail("nothing was sent")] = sent;
  assert.deepEqual([request.url, request.method, await request.text()], [url, "PUT", "work"]);
  const names = '("@scheme" "@authority" "@method" "@path" "@query" "content-digest" "content-type")';
  assert.ok(request.headers.get("signature-input")?.startsWith(`request=${names}`));
});

test("createAgentFetch hands a refusal to its caller, and does not send the request again", async () => {
  const refusal = () => new Response("{}", { status: 503, headers: { "retry-after": "11" } });
  const { sent, agentFetch } = setUpFetch(refusal);
  const response = await agentFetch(`http://${host}/jobs`);
  assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "11"]);
  assert.equal(sent.length, 1);
});
