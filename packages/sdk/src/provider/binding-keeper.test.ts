import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { waitUntil } from "@agent-registry/testkit";
import { custom } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createRegistryClient } from "../client/registry-client.ts";
import { chainId, registryAddress } from "../testing/scripted-register.ts";
import { bindingClaims, createTestIssuer, NOW, WALLET } from "../testing/test-issuer.ts";
import { createBindingKeeper } from "./binding-keeper.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import { createAgentFetch } from "./sign-request.ts";

const DAY = 86_400;
const API = "http://register.test";
const issuer = await createTestIssuer();

/** A register that signs a new binding for each question, until a test sets `answers` to false. */
function setUp() {
  const state = { now: NOW, asked: [] as string[], answers: true };
  const keeper = createBindingKeeper({
    apiUrl: API,
    wallet: WALLET,
    now: () => state.now,
    fetch: async (input) => {
      state.asked.push(String(input));
      if (!state.answers) return Response.json({ error: "no" }, { status: 500 });
      return new Response(await issuer.sign("binding", bindingClaims({ now: state.now })));
    },
  });
  return { state, keeper };
}

type Keeper = Pick<ReturnType<typeof createBindingKeeper>, "get">;

/** A renewal goes on in the background. */
const untilRenewed = (keeper: Keeper, old: string | undefined) =>
  waitUntil(async () => (await keeper.get()) !== old, "a new binding");

describe("an agent's binding", () => {
  test("is fetched once for all requests of the first half of its day", async () => {
    const { state, keeper } = setUp();
    const [first, second] = await Promise.all([keeper.get(), keeper.get()]);
    assert.equal(first, second);
    state.now += DAY / 2 - 1;
    assert.equal(await keeper.get(), first);
    assert.deepEqual(state.asked, [`${API}/api/v1/kya/${WALLET}/binding`]);
  });

  test("is renewed in the background, and the old one goes on meanwhile", async () => {
    const { state, keeper } = setUp();
    const first = await keeper.get();
    state.now += DAY / 2;
    assert.equal(await keeper.get(), first);
    await untilRenewed(keeper, first);
    assert.equal(state.asked.length, 2);
  });

  test("is asked for once a minute while the register gives none, and never sent once it has expired", async () => {
    const { state, keeper } = setUp();
    await keeper.get();
    state.answers = false;
    state.now += DAY;
    assert.equal(await keeper.get(), undefined);
    assert.equal(await keeper.get(), undefined);
    state.now += 59;
    assert.equal(await keeper.get(), undefined);
    assert.equal(state.asked.length, 2);
    state.now += 1;
    state.answers = true;
    assert.notEqual(await keeper.get(), undefined);
  });

  test("is renewed after a refusal, but not more than once a minute", async () => {
    const { state, keeper } = setUp();
    const first = await keeper.get();
    keeper.renewSoon();
    assert.equal(await keeper.get(), first);
    assert.equal(state.asked.length, 1);
    state.now += 60;
    await untilRenewed(keeper, first);
    assert.equal(state.asked.length, 2);
  });

  test("is renewed after half a day, even if the register has signed it for a year", async () => {
    let asked = 0;
    const time = { now: NOW };
    const keeper = createBindingKeeper({
      apiUrl: API,
      wallet: WALLET,
      now: () => time.now,
      fetch: async () => {
        asked += 1;
        return new Response(await issuer.sign("binding", { ...bindingClaims(), exp: NOW + 365 * DAY }));
      },
    });
    await keeper.get();
    time.now += DAY / 2;
    await keeper.get();
    assert.equal(asked, 2);
  });

  test("holds up no request for longer than two seconds", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const keeper = createBindingKeeper({ apiUrl: API, wallet: WALLET, fetch: () => new Promise(() => {}) });
    const waiting = keeper.get();
    t.mock.timers.tick(2_000);
    assert.equal(await waiting, undefined);
  });
});

test("createAgentFetch sends the binding along, and asks for it again after a refusal", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: NOW * 1_000 });
  const account = privateKeyToAccount(generatePrivateKey());
  const sent: (string | null)[] = [];
  const client = createRegistryClient({
    registryAddress,
    chainId,
    account,
    apiUrl: API,
    transport: custom({ request: () => assert.fail("the chain was asked") }),
    fetch: async (input) => {
      if (!(input instanceof Request))
        return new Response(
          await issuer.sign("binding", bindingClaims({ wallet: account.address, now: Date.now() / 1_000 })),
        );
      sent.push(input.headers.get(BINDING_HEADER));
      return new Response("no", { status: 403 });
    },
  });
  const agentFetch = createAgentFetch(client);
  await agentFetch("http://provider.test/jobs");
  t.mock.timers.tick(60_000);
  const [first] = sent;
  assert.ok(first?.startsWith("ey"));
  await waitUntil(async () => {
    await agentFetch("http://provider.test/jobs");
    return sent.at(-1) !== first;
  }, "a new binding");
});
