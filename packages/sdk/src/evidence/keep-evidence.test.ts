import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { toListBytes } from "@agent-registry/protocol/signed";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createOfflineKya } from "../offline/create-offline-kya.ts";
import { verifyBinding } from "../offline/verify-binding.ts";
import { BINDING_HEADER } from "../provider/check-offline.ts";
import type { AdmissionOptions } from "../provider/create-admission.ts";
import { PROOF_HEADER } from "../provider/proof.ts";
import { craftProof } from "../testing/craft-proof.ts";
import { startFetch } from "../testing/provider-adapters.ts";
import { chainId, registryAddress, scriptRegister } from "../testing/scripted-register.ts";
import { bindingClaims, createTestIssuer, listClaims, NOW } from "../testing/test-issuer.ts";
import { keepEvidence } from "./keep-evidence.ts";

const root = mkdtempSync(path.join(tmpdir(), "agent-registry-evidence-"));
after(() => rmSync(root, { recursive: true }));
const agent = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const DAY = new Date(NOW * 1000).toISOString().slice(0, 10);

type Line = {
  time: string;
  wallet: string;
  admitted: boolean;
  reason?: string;
  agent?: { agentId: number };
  grounds: { verdict?: { checkedAt: string }; binding?: string; list?: string };
  firstRequest: { method: string; path: string; proof: string };
};

/** A provider that keeps its evidence in a folder of its own. */
async function setUp(options: Partial<AdmissionOptions> = {}) {
  const folder = path.join(root, crypto.randomUUID());
  const evidence = keepEvidence(folder);
  const state = { now: NOW - 100 };
  const now = () => state.now;
  const registry = scriptRegister({ compliant: [agent.address], now });
  const { onDecision } = evidence;
  const provider = await startFetch({ registry, source: "api", now, onDecision, ...options });
  state.now = NOW;
  async function send({ signer = agent, headers = {} } = {}): Promise<string> {
    const proof = await craftProof({ signer, host: provider.host, issuedAt: state.now });
    const request = new Request(`http://${provider.host}/jobs`, {
      method: "POST",
      body: "work",
      headers: { [PROOF_HEADER]: proof, ...headers },
    });
    const response = await provider.send(request);
    const { reason, agentId } = (await response.json()) as { reason?: string; agentId?: number };
    return `${response.status} ${reason ?? agentId}`;
  }
  const readLines = (): Line[] => {
    const file = path.join(folder, `decisions-${DAY}.jsonl`);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Line);
  };
  return { folder, state, send, readLines };
}

describe("keepEvidence", () => {
  test("writes down on which answer an agent was served, once for all requests on the same answer", async () => {
    const { send, readLines, state } = await setUp();
    for (let i = 0; i < 3; i += 1) assert.equal(await send(), "200 1");
    state.now += 61;
    assert.equal(await send(), "200 1");
    const lines = readLines();
    assert.deepEqual(
      lines.map(({ wallet, admitted, agent: served, grounds }) => [
        wallet,
        admitted,
        served?.agentId,
        Date.parse(grounds.verdict?.checkedAt ?? "") / 1000,
      ]),
      [
        [agent.address, true, 1, NOW],
        [agent.address, true, 1, NOW + 61],
      ],
    );
    const [first] = lines;
    assert.deepEqual([first?.firstRequest.method, first?.firstRequest.path], ["POST", "/jobs"]);
    assert.match(first?.firstRequest.proof ?? "", new RegExp(`wallet=${agent.address}`));
  });

  test("writes down refusals with their reason, and nothing about those who did not show who they are", async () => {
    const { send, readLines } = await setUp();
    assert.equal(await send({ signer: stranger }), "403 not-registered");
    const forged = { [PROOF_HEADER]: "v=1; wallet=me" };
    assert.equal(await send({ headers: forged }), "401 malformed-proof");
    assert.deepEqual(
      readLines().map(({ wallet, admitted, reason }) => [wallet, admitted, reason]),
      [[stranger.address, false, "not-registered"]],
    );
  });

  test("keeps what the register signed, each under the hash of its content", async () => {
    const issuer = await createTestIssuer();
    const own = { chainId, registry: registryAddress };
    const list = await issuer.sign(
      "statusList",
      listClaims({ ...own, bytes: toListBytes(100), issuedAt: NOW }),
    );
    const source = createOfflineKya({
      issuers: issuer.issuers,
      ...own,
      now: () => NOW,
      fetch: async () => new Response(list),
    });
    const { send, readLines, folder } = await setUp({ source });
    const binding = await issuer.sign("binding", bindingClaims({ ...own, wallet: agent.address }));
    // What was tampered with is not verified once the true one is known, and must not pass for a ground.
    const tampered = `${binding.slice(0, -4)}AAAA`;
    for (const token of [binding, binding, tampered])
      assert.equal(await send({ headers: { [BINDING_HEADER]: token } }), "200 5");
    source.close();
    const [line, ...others] = readLines();
    assert.deepEqual(
      others.map(({ grounds }) => grounds.binding),
      [undefined],
    );
    const exhibits = path.join(folder, "exhibits");
    const nameOf = (token: string) => `${createHash("sha256").update(token).digest("hex")}.jwt`;
    assert.deepEqual([line?.grounds.binding, line?.grounds.list], [nameOf(binding), nameOf(list)]);
    assert.deepEqual(readdirSync(exhibits).toSorted(), [nameOf(binding), nameOf(list)].toSorted());
    // Next year, too, it shows who answered for the agent when it was served.
    const kept = readFileSync(path.join(exhibits, line?.grounds.binding ?? ""), "utf8");
    const { agentId } = await verifyBinding(kept, { ...own, issuers: issuer.issuers, now: NOW });
    assert.equal(agentId, 5);
  });

  test("serves nobody while it cannot be written, and goes on once it can", async () => {
    const { send, folder, readLines } = await setUp();
    writeFileSync(folder, "in the way");
    assert.equal(await send(), "503 decision-not-kept");
    assert.equal(await send({ signer: stranger }), "403 not-registered");
    rmSync(folder);
    assert.equal(await send(), "200 1");
    assert.equal(readLines().length, 1);
  });
});
