import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type StatusValue, setStatus, toListBytes } from "@agent-registry/protocol/signed";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createOfflineKya, type OfflineKyaOptions } from "../offline/create-offline-kya.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { adapters, type StartProvider, startFetch } from "../testing/provider-adapters.ts";
import { chainId, registryAddress, scriptRegister } from "../testing/scripted-register.ts";
import { bindingClaims, createTestIssuer, listClaims, NOW } from "../testing/test-issuer.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import type { AdmissionOptions } from "./create-admission.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
/** Agent 5's, until another wallet took its place. */
const replaced = privateKeyToAccount(generatePrivateKey());
const own = { chainId, registry: registryAddress };
const issuer = await createTestIssuer();

type BindingFacts = NonNullable<Parameters<typeof bindingClaims>[0]>;
const bind = (facts: Partial<BindingFacts> = {}, by = issuer) =>
  by.sign("binding", bindingClaims({ ...own, wallet: agent.address, ...facts }));

type Options = {
  start?: StartProvider;
  /** How agent 5 stands in the list; undefined if the list cannot be fetched. */
  status?: StatusValue | undefined;
  /** How many agents the list knows. */
  size?: number;
  offline?: Partial<OfflineKyaOptions>;
  admission?: Partial<AdmissionOptions>;
};

/** A provider that decides offline. What it asks the register for is counted, and so are the lists that it fetches. */
async function setUp({ start = startFetch, size = 100, offline: more, admission, ...rest }: Options = {}) {
  const status = "status" in rest ? rest.status : 0;
  const state = { now: NOW - 100, asked: 0, lists: 0 };
  const now = () => state.now;
  const registry = scriptRegister({
    compliant: [agent.address],
    retired: { [replaced.address]: 5 },
    now,
    onAsked: () => {
      state.asked += 1;
    },
  });
  const offline = createOfflineKya({
    issuers: issuer.issuers,
    ...own,
    now,
    fetch: async () => {
      state.lists += 1;
      if (status === undefined) return new Response("down", { status: 503 });
      const bytes = toListBytes(100);
      setStatus(bytes, 5, status);
      return new Response(
        await issuer.sign("statusList", listClaims({ ...own, bytes, size, issuedAt: NOW })),
      );
    },
    ...more,
  });
  const provider = await start({ registry, source: offline, now, ...admission });
  state.now = NOW;

  async function send(binding?: string, signer = agent) {
    const host = `http://${provider.host}`;
    const signature = await craftSignature({ signer, host, issuedAt: state.now });
    const request = new Request(`${host}/jobs`, {
      method: "POST",
      body: "work",
      headers: { ...signature, ...(binding === undefined ? {} : { [BINDING_HEADER]: binding }) },
    });
    const response = await provider.send(request);
    const body = (await response.json()) as { reason?: string; error?: string; agentId?: number };
    return { status: response.status, ...body };
  }
  /** In a few characters: `200 5` or `403 suspended`. */
  const ask = async (...given: Parameters<typeof send>) => {
    const { status: code, reason, agentId } = await send(...given);
    return `${code} ${reason ?? agentId}`;
  };
  const stop = async () => {
    offline.close();
    await provider.stop();
  };
  return { state, send, ask, stop };
}

describe("a provider that decides offline", () => {
  for (const [name, start] of Object.entries(adapters))
    test(`serves agents that bring a binding along, and fetches one list for all of them (${name})`, async () => {
      const { ask, state, stop } = await setUp({ start });
      const binding = await bind();
      for (let i = 0; i < 3; i += 1) assert.equal(await ask(binding), "200 5");
      assert.deepEqual([state.lists, state.asked], [1, 0]);
      await stop();
    });

  test("remembers a binding until it expires", async () => {
    const { ask, state } = await setUp();
    assert.equal(await ask(), "401 missing-binding");
    assert.equal(await ask(await bind()), "200 5");
    assert.equal(await ask(), "200 5");
    state.now += 86_400;
    assert.equal(await ask(), "401 expired-binding");
  });

  test("believes no binding of another wallet, of another issuer, or of yesterday", async () => {
    const { ask } = await setUp();
    assert.equal(await ask(await bind(), stranger), "401 invalid-binding");
    const impostor = await createTestIssuer();
    const fresh = await setUp();
    assert.equal(await fresh.ask(await bind({}, impostor)), "401 invalid-binding");
    assert.equal(await fresh.ask("no token"), "401 invalid-binding");
    assert.equal(await fresh.ask(await bind({ now: NOW - 90_000 })), "401 expired-binding");
  });

  const standings: [StatusValue, string][] = [
    [1, "403 revoked-or-terminated"],
    [2, "403 suspended"],
    [3, "403 not-vouched-for"],
  ];
  for (const [status, expected] of standings)
    test(`refuses whom the list does not call valid: ${expected}`, async () => {
      const { ask, state } = await setUp({ status });
      assert.equal(await ask(await bind()), expected);
      assert.equal(state.asked, 0);
    });

  test("refuses whom the list does not know yet", async () => {
    const { ask } = await setUp({ size: 4 });
    assert.equal(await ask(await bind()), "403 not-in-list");
  });

  test("refuses whom those did not agree to who must, and says what to do", async () => {
    const consents = { wallet: true, haftungsperson: false, parent: true };
    const { send } = await setUp();
    const { reason, error } = await send(await bind({ consents }));
    assert.equal(reason, "haftungsperson-not-agreed");
    assert.match(error ?? "", /npx -y @agent-registry\/cli confirm 5 /);
    const lenient = await setUp({ offline: { requireConsents: ["wallet"] } });
    assert.equal(await lenient.ask(await bind({ consents })), "200 5");
  });

  test("refuses a wallet that is its own Haftungsperson, and says what to do", async () => {
    const binding = await bind({ haftungsperson: agent.address });
    const { send } = await setUp();
    const { reason, error } = await send(binding);
    assert.equal(reason, "haftungsperson-is-the-wallet");
    assert.match(error ?? "", /npx -y @agent-registry\/cli handover 5 /);
    const lenient = await setUp({ offline: { selfLiable: "allow" } });
    assert.equal(await lenient.ask(binding), "200 5");
  });

  test("refuses whose Haftungsperson no notary certified, and asks the register if the binding tells of another certificate", async () => {
    const notary = `0x${"1".repeat(40)}` as const;
    const certifiedBinding = await bind({
      certified: { notary, kind: "natural", level: "high", until: NOW + 10 },
    });
    const offline = { certified: { level: "low" } } as const;
    const { send, state, ask } = await setUp({ offline });
    const { reason, error } = await send(await bind());
    assert.equal(reason, "haftungsperson-not-certified");
    assert.match(error ?? "", /npx -y @agent-registry\/cli accept-certificate/);
    const certified = await setUp({ offline });
    assert.equal(await certified.ask(certifiedBinding), "200 5");
    certified.state.now = NOW + 10;
    assert.equal(await certified.ask(certifiedBinding), "403 certificate-ended");
    const other = { certified: { level: "low", kind: "legal" } } as const;
    const strict = await setUp({ offline: other });
    assert.equal(await strict.ask(certifiedBinding), "403 haftungsperson-not-certified");
    const asking = await setUp({ offline: other, admission: { fallback: "api" } });
    assert.equal(await asking.ask(certifiedBinding), "200 1");
    assert.equal(await ask(await bind()), "403 haftungsperson-not-certified");
    assert.deepEqual([state.asked, asking.state.asked], [0, 1]);
    await assert.rejects(setUp({ offline: other, admission: { fallback: "chain" } }), {
      reason: "invalid-input",
      message: /does not tell which notaries/,
    });
  });

  test("lets nobody in without a list, nor by one that has expired", async () => {
    const without = await setUp({ status: undefined });
    assert.equal(await without.ask(await bind()), "503 register-unavailable");
    const { ask, state } = await setUp();
    assert.equal(await ask(await bind()), "200 5");
    state.now += 901;
    assert.equal(await ask(await bind()), "503 register-unavailable");
  });

  test("asks the register about whom it cannot decide, if it is told whom to ask", async () => {
    const admission = { fallback: "api" } as const;
    const lapsing = await setUp({ status: 3, admission });
    assert.equal(await lapsing.ask(await bind()), "200 1");
    const bare = await setUp({ admission });
    assert.equal(await bare.ask(), "200 1");
    assert.equal(await bare.ask(undefined, stranger), "403 not-registered");
    const suspended = await setUp({ status: 2, admission });
    assert.equal(await suspended.ask(await bind()), "403 suspended");
    const newer = await setUp({ size: 4, admission });
    assert.equal(await newer.ask(await bind()), "200 1");
    const agreedSince = await setUp({ admission });
    const consents = { wallet: true, haftungsperson: false, parent: true };
    assert.equal(await agreedSince.ask(await bind({ consents })), "200 1");
    assert.deepEqual([lapsing.state.asked, bare.state.asked, suspended.state.asked], [1, 2, 0]);
  });

  test("admits no wallet that was replaced: the list says to ask, and the register says whose it was", async () => {
    const binding = await bind({ wallet: replaced.address });
    const alone = await setUp({ status: 3 });
    assert.equal(await alone.ask(binding, replaced), "403 not-vouched-for");
    const { send } = await setUp({ status: 3, admission: { fallback: "api" } });
    const { status, reason, error } = await send(binding, replaced);
    assert.deepEqual([status, reason], [403, "wallet-retired"]);
    assert.match(error ?? "", /took this one's place in the record of agent 5:/);
  });

  test("has no policy but who must have agreed", async () => {
    await assert.rejects(setUp({ admission: { policy: {} } }), {
      reason: "invalid-input",
      message: /requireConsents/,
    });
    await assert.rejects(setUp({ admission: { source: "api", fallback: "chain" } }), {
      reason: "invalid-input",
      message: /fallback is for an offline source/,
    });
  });
});

test("who signed a request is found by the function that a provider brings along", async () => {
  const seen: string[] = [];
  const recoverAddress = (hash: string, signature: string) => {
    seen.push(`${hash.length} ${signature.length}`);
    return stranger.address;
  };
  const { ask } = await setUp({ admission: { recoverAddress } });
  assert.equal(await ask(await bind()), "401 invalid-proof");
  assert.deepEqual(seen, ["66 132"]);
});
