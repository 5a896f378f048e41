import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { toListBytes } from "@agent-registry/protocol/signed";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createOfflineKya } from "../offline/create-offline-kya.ts";
import { verifyBinding } from "../offline/verify-binding.ts";
import { BINDING_HEADER } from "../provider/check-offline.ts";
import type { AdmissionOptions } from "../provider/create-admission.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { startFetch } from "../testing/provider-adapters.ts";
import { chainId, registryAddress, scriptRegister } from "../testing/scripted-register.ts";
import { bindingClaims, createTestIssuer, listClaims, NOW } from "../testing/test-issuer.ts";
import { type EvidenceOptions, keepEvidence } from "./keep-evidence.ts";

const root = mkdtempSync(path.join(tmpdir(), "agent-registry-evidence-"));
after(() => rmSync(root, { recursive: true }));
const newAccount = () => privateKeyToAccount(generatePrivateKey());
const agent = newAccount();
/** Registered, but its Haftungsperson has not agreed. */
const unagreed = newAccount();
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
async function setUp(options: Partial<AdmissionOptions> = {}, keep: EvidenceOptions = {}) {
  const folder = path.join(root, crypto.randomUUID());
  const evidence = keepEvidence(folder, keep);
  const state = { now: NOW - 100 };
  const now = () => state.now;
  const compliant = [agent.address, unagreed.address];
  const registry = scriptRegister({ compliant, notAgreed: [unagreed.address], now });
  const { onDecision } = evidence;
  const strangersPerSecond = 1_000;
  const provider = await startFetch({
    registry,
    source: "api",
    now,
    onDecision,
    strangersPerSecond,
    ...options,
  });
  state.now = NOW;
  async function send({ signer = agent, headers = {}, asked = "/jobs" } = {}): Promise<string> {
    const host = `http://${provider.host}`;
    const signature = await craftSignature({ signer, host, issuedAt: state.now, path: asked });
    const request = new Request(`${host}${asked}`, {
      method: "POST",
      body: "work",
      headers: { ...signature, ...headers },
    });
    const response = await provider.send(request);
    const { reason, agentId } = (await response.json()) as { reason?: string; agentId?: number };
    return `${response.status} ${reason ?? agentId}`;
  }
  const read = (name: string): unknown[] => {
    const file = path.join(folder, `${name}-${DAY}.jsonl`);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line));
  };
  const readLines = () => read("decisions") as Line[];
  const readCounts = () => read("unwritten") as { notRegistered: number; overQuota: number }[];
  return { folder, state, send, readLines, readCounts, flush: evidence.flush };
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
    const keyId = `keyid="eip155:${chainId}:${agent.address.toLowerCase()}"`;
    assert.ok(first?.firstRequest.proof.includes(keyId));
  });

  test("writes down refusals with their reason, and nothing about those who did not show who they are", async () => {
    const { send, readLines } = await setUp();
    assert.equal(await send({ signer: unagreed }), "403 haftungsperson-not-agreed");
    const forged = { "signature-input": "request=(" };
    assert.equal(await send({ headers: forged }), "400 malformed-proof");
    assert.deepEqual(
      readLines().map(({ wallet, admitted, reason }) => [wallet, admitted, reason]),
      [[unagreed.address, false, "haftungsperson-not-agreed"]],
    );
  });

  test("counts wallets of no agent, a line a minute at most, and keeps nothing else of them", async () => {
    const { send, readLines, readCounts, flush, state, folder } = await setUp();
    for (let i = 0; i < 20; i += 1) assert.equal(await send({ signer: newAccount() }), "403 not-registered");
    state.now += 60;
    for (let i = 0; i < 5; i += 1) assert.equal(await send({ signer: newAccount() }), "403 not-registered");
    assert.equal(readCounts().length, 2);
    await flush();
    await flush();
    assert.deepEqual(
      readCounts().map(({ notRegistered, overQuota }) => [notRegistered, overQuota]),
      [
        [1, 0],
        [20, 0],
        [4, 0],
      ],
    );
    assert.deepEqual(readLines(), []);
    assert.deepEqual(readdirSync(folder), [`unwritten-${DAY}.jsonl`]);
  });

  test("writes as much about refusals in a day as it may, and all about admissions", async () => {
    const { send, readLines, readCounts, flush, state } = await setUp({}, { maxRefusalBytesPerDay: 1_000 });
    const refuseNewly = async () => {
      state.now += 6;
      assert.equal(await send({ signer: unagreed }), "403 haftungsperson-not-agreed");
    };
    for (let i = 0; i < 10; i += 1) await refuseNewly();
    assert.equal(await send(), "200 1");
    await flush();
    const admitted = readLines().map((line) => line.admitted);
    const counted = readCounts().reduce((sum, { overQuota }) => sum + overQuota, 0);
    assert.ok(counted > 0 && counted < 10, `${counted} were over the quota`);
    assert.deepEqual(admitted, [...Array.from({ length: 10 - counted }, () => false), true]);
    const before = readLines().length;
    state.now += 86_400;
    await refuseNewly();
    await flush();
    assert.equal(readLines().length, before, "the next day has a file of its own");
    assert.equal(
      readCounts().reduce((sum, { overQuota }) => sum + overQuota, 0),
      counted,
    );
  });

  test("keeps of long paths and headers no more than their beginning and their hash", async () => {
    const { send, readLines } = await setUp();
    const asked = `/jobs?${"x".repeat(50_000)}`;
    assert.equal(await send({ asked }), "200 1");
    const [line] = readLines();
    const hash = createHash("sha256").update(asked).digest("hex");
    assert.equal(
      line?.firstRequest.path,
      `${asked.slice(0, 2_048)}… (${asked.length} characters, SHA-256 ${hash})`,
    );
    const contentType = `text/plain; x=${"y".repeat(50_000)}`;
    const signed = { signer: unagreed, host: "http://provider.test", issuedAt: NOW, contentType };
    const headers = await craftSignature(signed);
    assert.equal(await send({ signer: unagreed, headers }), "403 haftungsperson-not-agreed");
    const { proof } = readLines()[1]?.firstRequest ?? {};
    assert.match(
      proof ?? "",
      /^host: .*\ncontent-type: text\/plain; x=y{16000,}… \(\d+ characters, SHA-256 \w{64}\)$/,
    );
  });

  test("keeps what it writes from other users of the machine", async () => {
    const { send, folder } = await setUp();
    assert.equal(await send(), "200 1");
    assert.equal(await send({ signer: newAccount() }), "403 not-registered");
    const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
    const files = readdirSync(folder).toSorted();
    assert.deepEqual(files, [`decisions-${DAY}.jsonl`, `unwritten-${DAY}.jsonl`]);
    for (const file of files) assert.equal(modeOf(path.join(folder, file)), "600", file);
    assert.equal(modeOf(folder), "700");
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
    const modes = [exhibits, path.join(exhibits, nameOf(list))].map((each) => statSync(each).mode & 0o777);
    assert.deepEqual(modes, [0o700, 0o600]);
    // Next year, too, it shows who answered for the agent when it was served.
    const kept = readFileSync(path.join(exhibits, line?.grounds.binding ?? ""), "utf8");
    const { agentId } = await verifyBinding(kept, { ...own, issuers: issuer.issuers, now: NOW });
    assert.equal(agentId, 5);
  });

  test("serves nobody while it cannot be written, and goes on once it can", async () => {
    const { send, folder, readLines } = await setUp();
    writeFileSync(folder, "in the way");
    assert.equal(await send(), "503 decision-not-kept");
    assert.equal(await send({ signer: unagreed }), "403 haftungsperson-not-agreed");
    assert.equal(await send({ signer: newAccount() }), "403 not-registered");
    rmSync(folder);
    assert.equal(await send(), "200 1");
    assert.equal(readLines().length, 1);
  });
});
