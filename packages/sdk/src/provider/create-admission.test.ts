import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Address, LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { startFetch } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { type AdmissionOptions, createAdmission } from "./create-admission.ts";
import type { NonceStore } from "./nonce-store.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const unanswered = privateKeyToAccount(generatePrivateKey());
const START = 1_800_000_000;

type Signed = { signer?: LocalAccount | undefined; wallet?: Address };
type Options = Omit<AdmissionOptions, "hosts" | "registry">;

/** A provider that asks a scripted register; its clock stands still until the test turns it. */
async function setUp(options: Options = {}) {
  const state = { now: START - 100, asked: 0, secondsToAnswer: 0, isDown: false };
  const now = () => state.now;
  const onAsked = () => {
    state.asked++;
    state.now += state.secondsToAnswer;
    if (state.isDown) throw new Error("register down");
  };
  const registry = scriptRegister({
    compliant: [agent.address, unanswered.address],
    notAgreed: [unanswered.address],
    now,
    onAsked,
  });
  const start = () => startFetch({ registry, source: "api", now, ...options });
  const provider = await start();
  state.now = START;
  const craft = ({ signer = agent, wallet = signer.address }: Signed = {}) =>
    craftSignature({ signer, wallet, host: `http://${provider.host}`, issuedAt: state.now });
  return { state, start, provider, craft };
}

type Provider = Awaited<ReturnType<typeof startFetch>>;

async function send(provider: Provider, headers: Record<string, string>) {
  const request = new Request(`http://${provider.host}/jobs`, {
    method: "POST",
    body: "work",
    headers,
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

test("a provider that has just started serves proofs that none before it can have served", async () => {
  const { start, state, craft } = await setUp();
  const provider = await start();
  state.now += 10;
  assert.equal((await send(provider, await craft())).reason, "proof-before-start");
  state.now += 1;
  assert.equal((await send(provider, await craft())).status, 200);
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
  const strangers = (count: number) =>
    Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()));

  test("makes the provider ask the register 50 times a second, and no more", async () => {
    const { provider, state, craft } = await setUp();
    const headers = await Promise.all(strangers(52).map((signer) => craft({ signer })));
    const answers = await Promise.all(headers.map((header) => send(provider, header)));
    assert.equal(state.asked, 50);
    assert.equal(answers.filter(({ reason }) => reason === "not-registered").length, 50);
    const tooMany = { status: 429, reason: "too-many-requests", retryAfter: "60" };
    assert.deepEqual(answers.slice(50), [tooMany, tooMany]);
  });

  test("leaves known agents their look-ups, and is let in again after a second", async () => {
    const { provider, state, craft } = await setUp({ strangersPerSecond: 1 });
    const [first, second] = strangers(2);
    assert.equal((await send(provider, await craft())).status, 200);
    state.now += 61;
    assert.equal((await send(provider, await craft({ signer: first }))).reason, "not-registered");
    assert.equal((await send(provider, await craft({ signer: second }))).reason, "too-many-requests");
    assert.equal((await send(provider, await craft())).status, 200);
    assert.equal(state.asked, 3);
    state.now += 1;
    assert.equal((await send(provider, await craft({ signer: second }))).reason, "not-registered");
  });

  test("costs nothing if its proofs are not its own", async () => {
    const { provider, state, craft } = await setUp({ strangersPerSecond: 1 });
    const [signer] = strangers(1);
    const forged = await craft({ signer, wallet: agent.address });
    assert.equal((await send(provider, forged)).reason, "invalid-proof");
    assert.equal(state.asked, 0);
    assert.equal((await send(provider, await craft())).status, 200);
  });
});

describe("a proof that expires while it is checked", () => {
  test("is refused if the register took too long to answer", async () => {
    const { provider, state, craft } = await setUp();
    const header = await craft();
    state.now += 89;
    state.secondsToAnswer = 1;
    assert.equal((await send(provider, header)).status, 200);
    state.now += 61;
    const late = await craft();
    state.now += 90;
    assert.equal((await send(provider, late)).reason, "expired-proof");
  });
});

test("an agent for whom nobody has agreed to answer is refused, and asked about again after five seconds", async () => {
  const { provider, state, craft } = await setUp();
  const reasons = [];
  for (const seconds of [0, 4, 1]) {
    state.now += seconds;
    const { reason } = await send(provider, await craft({ signer: unanswered }));
    reasons.push(`${reason} ${state.asked}`);
  }
  assert.deepEqual(
    reasons,
    [1, 1, 2].map((asked) => `haftungsperson-not-agreed ${asked}`),
  );
});

test("a register that cannot be asked admits nobody", async () => {
  const { provider, state, craft } = await setUp();
  state.isDown = true;
  const refused = { status: 503, reason: "register-unavailable", retryAfter: "10" };
  assert.deepEqual(await send(provider, await craft()), refused);
});

test("a store that cannot remember more makes the provider refuse", async () => {
  const { provider, craft } = await setUp({ nonceStore: { take: () => "full" } });
  assert.equal((await send(provider, await craft())).reason, "too-many-requests");
});

test("a body that is longer than it says is refused while it is read", async () => {
  const { provider, craft } = await setUp({ maxBodyBytes: 3 });
  assert.equal((await send(provider, await craft())).reason, "body-too-large");
});

test("a provider without the Registry's address is told so at once", () => {
  const { client } = createAgentRegistry({ apiUrl: "http://register.test", chainId: 1 });
  assert.throws(
    () => createAdmission({ registry: { client }, hosts: ["api.example.com"] }),
    /REGISTRY_ADDRESS/,
  );
});

test("limits that are not positive numbers are refused, since they would let everything through", async () => {
  for (const limit of [Number.NaN, 0, -1]) {
    await assert.rejects(setUp({ maxBodyBytes: limit }), /maxBodyBytes must be a positive number/);
    await assert.rejects(
      setUp({ strangersPerSecond: limit }),
      /strangersPerSecond must be a positive number/,
    );
  }
});

describe("a provider's policy", () => {
  test("is applied: without the Haftungsperson's agreement only who does not ask for it serves", async () => {
    const strict = await setUp();
    assert.deepEqual(await send(strict.provider, await strict.craft({ signer: unanswered })), {
      status: 403,
      reason: "haftungsperson-not-agreed",
      retryAfter: null,
    });
    const lenient = await setUp({ policy: { consents: ["wallet"] } });
    assert.equal((await send(lenient.provider, await lenient.craft({ signer: unanswered }))).status, 200);
  });

  test("refuses everybody if it asks for ancestors of a register that does not tell them", async () => {
    const { provider, craft } = await setUp({ policy: { lineage: "ancestors" } });
    const { status, reason } = await send(provider, await craft());
    assert.deepEqual([status, reason], [503, "register-unavailable"]);
  });

  test("with the rules of an earlier version is an error at the start", async () => {
    const policy = { parentAgreement: true } as object;
    await assert.rejects(setUp({ policy }), { reason: "invalid-input", message: /is not a rule/ });
  });
});
