import assert from "node:assert/strict";
import { test } from "node:test";
import { custom } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createRegistryClient } from "../client/registry-client.ts";
import { chainId, registryAddress } from "../testing/scripted-register.ts";
import { hashProof } from "./hash-proof.ts";
import { isSigned } from "./is-signed.ts";
import { PROOF_HEADER, type Proof, parseProof } from "./proof.ts";
import { createAgentFetch, signRequest } from "./sign-request.ts";

const account = privateKeyToAccount(generatePrivateKey());
const domain = { chainId, registryAddress };
const transport = custom({ request: async () => chainId });
const options = { scheme: "agent-proof" } as const;
const encode = (text: string) => new TextEncoder().encode(text);

function setUp(answer = () => new Response("served")) {
  const sent: { proof: Proof; url: URL; method: string; body: Uint8Array }[] = [];
  const client = createRegistryClient({
    registryAddress,
    transport,
    account,
    fetch: async (input) => {
      const request = input as Request;
      const proof = parseProof(request.headers.get(PROOF_HEADER) ?? "") as Proof;
      const body = new Uint8Array(await request.arrayBuffer());
      sent.push({ proof, url: new URL(request.url), method: request.method, body });
      return answer();
    },
  });
  return { sent, client, agentFetch: createAgentFetch(client, options) };
}

test("a request is signed by the agent's wallet, now, for the host in lower case", async () => {
  const { client } = setUp();
  const request = { method: "POST", host: "API.example.com", path: "/jobs", body: encode("work") };
  const headers = await signRequest(client, request, options);
  const proof = parseProof(headers[PROOF_HEADER] ?? "") as Proof;
  assert.equal(proof.wallet, account.address);
  assert.equal(proof.host, "api.example.com");
  assert.ok(Math.abs(proof.issuedAt - Date.now() / 1000) < 30);
  assert.equal(await isSigned({ ...proof, hash: hashProof({ domain, proof, request }) }), true);
});

test("each signature has a nonce of its own", async () => {
  const { client } = setUp();
  const request = { method: "GET", host: "api.example.com", path: "/", body: new Uint8Array() };
  const headers = await Promise.all([1, 2].map(() => signRequest(client, request, options)));
  const [first, second] = headers.map((header) => parseProof(header[PROOF_HEADER] ?? "")?.nonce);
  assert.notEqual(first, second);
});

test("a chain's id that is configured is signed for, without asking the node", async () => {
  const client = createRegistryClient({ registryAddress, transport, account, chainId: 5 });
  const request = { method: "GET", host: "api.example.com", path: "/", body: new Uint8Array() };
  const headers = await signRequest(client, request, options);
  const proof = parseProof(headers[PROOF_HEADER] ?? "") as Proof;
  const hash = hashProof({ domain: { ...domain, chainId: 5 }, proof, request });
  assert.equal(await isSigned({ ...proof, hash }), true);
});

test("createAgentFetch signs what it sends: method, path with query, and body", async () => {
  const { sent, agentFetch } = setUp();
  await agentFetch("http://api.example.com:4000/jobs?fast=1", { method: "PUT", body: "work" });
  const [{ proof, url, method, body } = assert.fail("nothing was sent")] = sent;
  assert.equal(proof.host, "api.example.com:4000");
  assert.deepEqual([method, body], ["PUT", encode("work")]);
  const request = { method: "PUT", path: "/jobs?fast=1", body: encode("work") };
  assert.equal(url.pathname + url.search, request.path);
  assert.equal(await isSigned({ ...proof, hash: hashProof({ domain, proof, request }) }), true);
});

test("createAgentFetch hands a refusal to its caller, and does not send the request again", async () => {
  const refusal = () => new Response("{}", { status: 503, headers: { "retry-after": "11" } });
  const { sent, agentFetch } = setUp(refusal);
  const response = await agentFetch("http://api.example.com/jobs");
  assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "11"]);
  assert.equal(sent.length, 1);
});
