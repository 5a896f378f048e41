import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import { type Address, custom, type LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";
import { keepEvidence } from "../evidence/keep-evidence.ts";
import { pinnedBlock } from "../proof/trusted-blocks.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { adapters, longRunningNonceStore, type Provider, startFetch } from "../testing/provider-adapters.ts";
import { MAX_SECONDS_BEHIND, MAX_VALIDITY_SECONDS } from "./erc8128/candidate.ts";
import { createMemoryNonceStore } from "./nonce-store.ts";
import { createAgentFetch } from "./sign-request.ts";

let chain: LocalChain;
let registryAddress: Address;
let reader: AgentRegistry;
const compliant = privateKeyToAccount(generatePrivateKey());
const suspended = privateKeyToAccount(generatePrivateKey());
/** Entered by another account; the wallet was never asked. */
const unasked = privateKeyToAccount(generatePrivateKey());
/** Agreed to its record, unlike its Haftungsperson. */
const unvouched = privateKeyToAccount(generatePrivateKey());
/** Its Haftungsperson refused, and a regulator let it go on all the same. */
const disowned = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
let agentId: number;

before(async () => {
  chain = await startChain();
  ({ registryAddress } = await deployLocally(chain));
  reader = createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl });
  const haftungsperson = devAccounts.haftungsperson.address;
  const owner = connect(devAccounts.owner);
  const entry = (agentWallet: Address) =>
    owner.register({ haftungsperson, agentWallet, operationalScope: "Customer" });
  ({ agentId } = await entry(compliant.address));
  await confirm(compliant, agentId);
  await confirm(devAccounts.haftungsperson, agentId);
  await entry(unasked.address);
  await confirm(unvouched, (await entry(unvouched.address)).agentId);
  const { agentId: disownedId } = await entry(disowned.address);
  await confirm(disowned, disownedId);
  await connect(devAccounts.haftungsperson).decline({ agentId: disownedId });
  await owner.reactivate({ agentId: disownedId });
  const { agentId: suspendedId } = await entry(suspended.address);
  await owner.suspend({ agentId: suspendedId, reason: "Under review" });
});
after(() => chain.stop());

function connect(account: LocalAccount): AgentRegistry {
  return createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, chainId: chain.chainId, account });
}

async function confirm(account: LocalAccount, agentId: number): Promise<void> {
  await chain.test.setBalance({ address: account.address, value: 10n ** 18n });
  await connect(account).confirm({ agentId });
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

type Change = (headers: Record<string, string>) => Record<string, string>;
type Forgery = Partial<Parameters<typeof craftSignature>[0]> & {
  /** What is sent, if it differs from what was signed. */
  sent?: Partial<{ method: string; path: string; body: string }>;
  change?: Change;
};

/** A request that is valid except for the forgery. */
async function craft(provider: Provider, forgery: Forgery = {}): Promise<Request> {
  const { sent, change = (headers) => headers, ...signed } = forgery;
  const request = { method: "POST", path: "/jobs?fast=1", body: "work" };
  const headers = await craftSignature({
    signer: compliant,
    host: `http://${provider.host}`,
    issuedAt: nowSeconds(),
    onChain: chain.chainId,
    ...request,
    ...signed,
  });
  const { method, path, body } = { ...request, ...sent };
  return new Request(`http://${provider.host}${path}`, { method, body, headers: change(headers) });
}

/** Changes the Signature-Input header. */
const changeInput =
  (change: (input: string) => string): Change =>
  (headers) => ({ ...headers, "signature-input": change(headers["signature-input"] ?? "") });

/** As long as a key's signature, and none. */
const NO_SIGNATURE = Buffer.alloc(65).fill(27, 64).toString("base64");

async function reasonOf(response: Response): Promise<string> {
  return ((await response.json()) as { reason: string }).reason;
}

const attacks: { name: string; forgery: Forgery; status: number; reason: string }[] = [
  {
    name: "an unreadable proof",
    forgery: { change: changeInput(() => "request=(") },
    status: 400,
    reason: "malformed-proof",
  },
  {
    name: "a proof that is there twice",
    forgery: { change: changeInput((input) => `${input}, ${input}`) },
    status: 400,
    reason: "malformed-proof",
  },
  {
    name: "another body than was signed",
    forgery: { sent: { body: "other work" } },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "no body where one was signed",
    forgery: { sent: { body: "" } },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "another path",
    forgery: { sent: { path: "/admin?fast=1" } },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "another query",
    forgery: { sent: { path: "/jobs?fast=2" } },
    status: 401,
    reason: "invalid-proof",
  },
  { name: "another method", forgery: { sent: { method: "PUT" } }, status: 401, reason: "invalid-proof" },
  {
    name: "a compliant wallet's name with a stranger's signature",
    forgery: { signer: stranger, wallet: compliant.address },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "bytes that are not a signature",
    forgery: { change: (headers) => ({ ...headers, signature: `request=:${NO_SIGNATURE}:` }) },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "a later time than was signed",
    forgery: {
      issuedAt: nowSeconds() - 3600,
      change: changeInput((input) =>
        input.replace(
          /created=\d+;expires=\d+/,
          () => `created=${nowSeconds()};expires=${nowSeconds() + 60}`,
        ),
      ),
    },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "a proof made for another service",
    forgery: { host: "http://evil.test" },
    status: 401,
    reason: "invalid-proof",
  },
  {
    name: "a proof for another chain",
    forgery: { onChain: 1 },
    status: 401,
    reason: "foreign-proof",
  },
  {
    name: "a proof from long ago",
    forgery: { issuedAt: nowSeconds() - 3600 },
    status: 401,
    reason: "expired-proof",
  },
  {
    name: "a proof from the future",
    forgery: { issuedAt: nowSeconds() + 3600 },
    status: 401,
    reason: "expired-proof",
  },
  {
    name: "a wallet that is not registered",
    forgery: { signer: stranger },
    status: 403,
    reason: "not-registered",
  },
  { name: "a suspended agent", forgery: { signer: suspended }, status: 403, reason: "suspended" },
  {
    name: "an agent whose wallet has not agreed to its record",
    forgery: { signer: unasked },
    status: 403,
    reason: "wallet-not-agreed",
  },
  {
    name: "an agent whose Haftungsperson has not agreed to answer for it",
    forgery: { signer: unvouched },
    status: 403,
    reason: "haftungsperson-not-agreed",
  },
  {
    name: "an agent whose Haftungsperson refuses to answer for it",
    forgery: { signer: disowned },
    status: 403,
    reason: "haftungsperson-refused",
  },
];

for (const [name, start] of Object.entries(adapters)) {
  describe(`a provider on ${name}`, () => {
    let provider: Provider;
    before(async () => {
      provider = await start({ registry: reader, nonceStore: longRunningNonceStore() });
    });
    after(() => provider.stop());

    test("serves a compliant agent, and its handler still reads the body", async () => {
      const response = await provider.send(await craft(provider));
      assert.equal(response.status, 200);
      assert.deepEqual(await response.json(), { agentId, body: "work" });
    });

    test("serves what createAgentFetch sends, with and without a body", async () => {
      const agentFetch = createAgentFetch({
        ...connect(compliant).client,
        fetch: (request) => provider.send(request as Request),
      });
      const url = `http://${provider.host}/käse?q=ü b`;
      assert.equal((await agentFetch(url)).status, 200);
      const posted = await agentFetch(url, { method: "POST", body: JSON.stringify({ a: 1 }) });
      assert.deepEqual(await posted.json(), { agentId, body: '{"a":1}' });
    });

    test("refuses a request without a proof", async () => {
      const response = await provider.send(
        new Request(`http://${provider.host}/jobs`, { method: "POST", body: "work" }),
      );
      assert.equal(response.status, 401);
      assert.equal(response.headers.get("www-authenticate"), 'ERC8128 error="signature_missing"');
      assert.equal(await reasonOf(response), "missing-proof");
    });

    for (const { name: attack, forgery, status, reason } of attacks) {
      test(`refuses ${attack}`, async () => {
        const response = await provider.send(await craft(provider, forgery));
        assert.equal(response.status, status);
        const answer = (await response.json()) as { reason: string; error: string };
        assert.equal(answer.reason, reason);
        assert.ok(answer.error.length > 10);
      });
    }

    test("serves a proof once, even if it is repeated or its label is another", async () => {
      const nonce = crypto.randomUUID();
      const issuedAt = nowSeconds();
      const relabel: Change = (headers) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value.replace(/^request=/, "other=")]),
        );
      const requests = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          craft(provider, { nonce, issuedAt, ...(i % 2 ? { change: relabel } : {}) }),
        ),
      );
      const responses = await Promise.all(requests.map((request) => provider.send(request)));
      const statuses = responses.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 401, 401, 401, 401, 401, 401, 401]);
      const refused = responses.filter(({ status }) => status === 401);
      assert.deepEqual(new Set(await Promise.all(refused.map(reasonOf))), new Set(["replayed-proof"]));
    });

    test("refuses a body that is too large", async () => {
      const response = await provider.send(
        await craft(provider, { sent: { body: "x".repeat(1024 * 1024 + 1) } }),
      );
      assert.equal(response.status, 413);
    });

    test("serves an agent to which nobody agreed if its policy asks for nobody's agreement", async () => {
      const policy = { consents: [] };
      const lenient = await start({ registry: reader, policy, nonceStore: longRunningNonceStore() });
      const response = await lenient.send(await craft(lenient, { signer: unasked }));
      assert.equal(response.status, 200);
      await lenient.stop();
    });

    test("refuses every agent while the register cannot be asked", async () => {
      const unreachable = createAgentRegistry({
        registryAddress,
        rpcUrl: "http://127.0.0.1:1",
        chainId: chain.chainId,
      });
      const closed = await start({ registry: unreachable });
      const response = await closed.send(await craft(closed));
      assert.equal(response.status, 503);
      assert.equal(await reasonOf(response), "register-unavailable");
      await closed.stop();
    });
  });
}

/** From when it was signed, by a clock that is right. */
const HOLDS_SECONDS = MAX_VALIDITY_SECONDS + MAX_SECONDS_BEHIND;

describe("a proof that expires while it is checked", () => {
  /** A provider whose clock stands still until the test turns it. */
  async function setUp() {
    const clock = { now: nowSeconds(), whileTheRegisterIsAsked: 0, whileTheNonceIsTaken: 0 };
    const request = async (call: { method: string }) => {
      clock.now += clock.whileTheRegisterIsAsked;
      return chain.reader.request(call as never);
    };
    const registry = createAgentRegistry({
      registryAddress,
      chainId: chain.chainId,
      transport: custom({ request }),
    });
    const now = () => clock.now;
    clock.now -= 3_600;
    const memory = createMemoryNonceStore({ now });
    clock.now += 3_600;
    const nonceStore: typeof memory = {
      take(use) {
        clock.now += clock.whileTheNonceIsTaken;
        return memory.take(use);
      },
    };
    return { clock, provider: await startFetch({ registry, now, nonceStore }) };
  }

  test("a used proof is not served again if the register is slow to answer", async () => {
    const { clock, provider } = await setUp();
    assert.equal((await provider.send(await craft(provider, { issuedAt: clock.now }))).status, 200);
    // Signed a little later, so that the verdict is forgotten before the proof is.
    clock.now += 5;
    const proof = await craft(provider, { issuedAt: clock.now });
    assert.equal((await provider.send(proof.clone())).status, 200);
    clock.now += HOLDS_SECONDS;
    clock.whileTheRegisterIsAsked = 30;
    const replay = await provider.send(proof);
    assert.equal(replay.status, 401);
    assert.equal(await reasonOf(replay), "expired-proof");
  });

  test("a used proof is not served again if the nonce store is slow to answer", async () => {
    const { clock, provider } = await setUp();
    const proof = await craft(provider, { issuedAt: clock.now });
    assert.equal((await provider.send(proof.clone())).status, 200);
    clock.now += HOLDS_SECONDS;
    clock.whileTheNonceIsTaken = 5;
    const replay = await provider.send(proof);
    assert.equal(replay.status, 401);
    assert.equal(await reasonOf(replay), "replayed-proof");
  });

  test("a proof is served in its last second", async () => {
    const { clock, provider } = await setUp();
    const proof = await craft(provider, { issuedAt: clock.now - HOLDS_SECONDS });
    assert.equal((await provider.send(proof)).status, 200);
  });
});

test("a proof that was accepted before a restart of the provider is refused after it", async () => {
  const clock = { now: nowSeconds() - 30 };
  const now = () => clock.now;
  const startAnew = () => startFetch({ registry: reader, now, nonceStore: createMemoryNonceStore({ now }) });
  const provider = await startAnew();
  clock.now = nowSeconds();
  // The agent's clock may be ahead, and its proof be served all the same.
  const proof = await craft(provider, { issuedAt: clock.now + 10 });
  assert.equal((await provider.send(proof.clone())).status, 200);
  const replay = await (await startAnew()).send(proof);
  assert.deepEqual([replay.status, await reasonOf(replay)], [503, "proof-before-start"]);
});

test("evidence of whom a provider served holds a proof that anybody can verify later", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-evidence-"));
  const problems: unknown[] = [];
  const evidence = keepEvidence(folder, {
    client: reader.client,
    onProblem: (error) => problems.push(error),
  });
  const provider = await startFetch({
    registry: reader,
    nonceStore: longRunningNonceStore(),
    onDecision: evidence.onDecision,
  });
  assert.equal((await provider.send(await craft(provider))).status, 200);
  await evidence.flush();
  assert.deepEqual(problems, []);
  const [file] = readdirSync(path.join(folder, "exhibits"));
  const proof = JSON.parse(readFileSync(path.join(folder, "exhibits", file ?? ""), "utf8"));
  const trust = pinnedBlock(proof.block.hash);
  const { verdict, agent } = await reader.verifyKya({ wallet: compliant.address, proof, trust });
  assert.deepEqual([verdict, agent?.agentId], ["compliant", agentId]);
  rmSync(folder, { recursive: true });
});
