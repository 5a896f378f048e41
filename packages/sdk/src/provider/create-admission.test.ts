import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftProof } from "../testing/craft-proof.ts";
import { startFetch } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import type { AdmissionOptions } from "./create-admission.ts";
import type { NonceStore } from "./nonce-store.ts";
import { PROOF_HEADER } from "./proof.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const START = 1_800_000_000;

type Options = Omit<AdmissionOptions, "hosts" | "registry">;

/** A provider that asks a scripted register; its clock stands still until the test turns it. */
async function setUp(options: Options = {}) {
  const state = { now: START - 100, asked: 0 };
  const now = () => state.now;
  const registry = scriptRegister({ compliant: [agent.address], now, onAsked: () => void state.asked++ });
  const start = () => startFetch({ registry, source: "api", now, ...options });
  const provider = await start();
  state.now = START;
  const craft = (signed: Partial<Parameters<typeof craftProof>[0]> = {}) =>
    craftProof({ signer: agent, host: provider.host, issuedAt: state.now, ...signed });
  return { state, start, provider, craft };
}

type Provider = Awaited<ReturnType<typeof startFetch>>;

async function send(provider: Provider, header: string) {
  const request = new Request(`http://${provider.host}/jobs`, {
    method: "POST",
    body: "work",
    headers: { [PROOF_HEADER]: header },
  });
  const response = await provider.send(request);
  const { reason } = (await response.json()) as { reason?: string };
  return { status: response.status, reason, retryAfter: response.headers.get("retry-after") };
}

describe("a provider that was restarted", () => {
  test("does not serve a proof that it served before", async () => {
    const { provider, start, craft } = await setUp();
    const proof = await craft();
    assert.equal((await send(provider, proof)).status, 200);
    assert.deepEqual(await send(await start(), proof), {
      status: 503,
      reason: "proof-before-start",
      retryAfter: "11",
    });
  });
});

describe("a nonce store that fails", () => {
  test("admits nobody if it throws", async () => {
    const { provider, craft } = await setUp({
      nonceStore: {
        take: () => {
          throw new Error("store down");
        },
      },
    });
    assert.deepEqual(await send(provider, await craft()), {
      status: 503,
      reason: "nonce-store-unavailable",
      retryAfter: "10",
    });
  });

  test("admits nobody if it does not answer within two seconds", async (t) => {
    const asked = Promise.withResolvers<void>();
    const nonceStore: NonceStore = {
      take: () => {
        asked.resolve();
        return new Promise(() => {});
      },
    };
    const { provider, craft } = await setUp({ nonceStore });
    const header = await craft();
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const sent = send(provider, header);
    await asked.promise;
    t.mock.timers.tick(2_000);
    assert.equal((await sent).reason, "nonce-store-unavailable");
  });
});

describe("a flood of wallets that nobody knows", () => {
  test("makes the provider ask the register 50 times a second, and no more", async () => {
    const { provider, state, craft } = await setUp();
    const headers = await Promise.all(
      Array.from({ length: 60 }, () => craft({ signer: privateKeyToAccount(generatePrivateKey()) })),
    );
    const answers = await Promise.all(headers.map((header) => send(provider, header)));
    assert.equal(state.asked, 50);
    assert.equal(answers.filter(({ reason }) => reason === "not-registered").length, 50);
    assert.deepEqual(answers.at(-1), { status: 429, reason: "too-many-requests", retryAfter: "60" });
  });
});
