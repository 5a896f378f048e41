import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import type { PaymentPayload } from "@x402/core/types";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { buy, createPayer, createServer, createShop, network } from "../testing/paying-shop.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { type Facilitator, startFacilitator } from "../testing/start-facilitator.ts";
import type { PaymentOptions } from "./payment-check.ts";
import { requireCompliantPayer } from "./require-compliant-payer.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const unvouched = privateKeyToAccount(generatePrivateKey());
/** Nobody has certified who its Haftungsperson is. */
const uncertified = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const payTo = privateKeyToAccount(generatePrivateKey()).address;

let facilitator: Facilitator;
before(async () => {
  facilitator = await startFacilitator({ network });
});
after(() => facilitator.stop());
afterEach(() => {
  facilitator.calls.length = 0;
  facilitator.settled.length = 0;
});

type Setting = Partial<PaymentOptions> & {
  paymentFlow?: "upfront";
  onAsked?: () => void | Promise<void>;
  by?: Facilitator;
};

/** A shop with a register of its own, whose clock and entries a test can change. */
function openShop({ paymentFlow, onAsked = () => {}, by = facilitator, ...options }: Setting = {}) {
  const compliant: Address[] = [agent.address, unvouched.address, uncertified.address];
  const state = { now: Math.floor(Date.now() / 1000), asked: 0, served: 0, work: () => {}, compliant };
  const now = () => state.now;
  const registry = scriptRegister({
    compliant,
    notAgreed: [unvouched.address],
    notCertified: [uncertified.address],
    now,
    onAsked() {
      state.asked++;
      return onAsked();
    },
  });
  const guard = (server: ReturnType<typeof createServer>) =>
    requireCompliantPayer(server, { registry, source: "api", now, ...options });
  const shop = createShop({
    facilitator: by,
    payTo,
    guard,
    ...(paymentFlow && { paymentFlow }),
    work() {
      state.served++;
      state.work();
    },
  });
  return { shop, guard, state };
}

const fail = () => {
  throw new Error("The register is down");
};
const hang = () => new Promise<void>(() => {});

describe("requireCompliantPayer", () => {
  test("a compliant agent pays and is served, and the register is asked once", async () => {
    const { shop, state } = openShop();
    assert.deepEqual(await buy(shop, createPayer(agent)), { status: 200, reason: undefined });
    assert.deepEqual(facilitator.calls, ["verify", "settle"]);
    assert.deepEqual(facilitator.settled, [{ from: agent.address, to: payTo, amount: "10000" }]);
    assert.equal(state.asked, 1);
  });

  test("a certified Haftungsperson is asked for if the policy says so", async () => {
    const { shop, state } = openShop({ policy: { certified: { level: "substantial" } } });
    assert.equal((await buy(shop, createPayer(agent))).status, 200);
    const refused = { status: 402, reason: "haftungsperson-not-certified" };
    assert.deepEqual(await buy(shop, createPayer(uncertified)), refused);
    assert.equal(state.served, 1);
    const { shop: other } = openShop();
    assert.equal((await buy(other, createPayer(uncertified))).status, 200);
  });

  test("a compliant agent that pays upfront is served", async () => {
    const { shop } = openShop({ paymentFlow: "upfront" });
    assert.deepEqual(await buy(shop, createPayer(agent)), { status: 200, reason: undefined });
    assert.deepEqual(facilitator.calls, ["settle"]);
  });

  for (const { title, account, reason, ...setting } of [
    { title: "a stranger", account: stranger, reason: "not-registered" },
    {
      title: "an agent nobody agreed to answer for",
      account: unvouched,
      reason: "haftungsperson-not-agreed",
    },
    {
      title: "anybody while the register is down",
      account: agent,
      onAsked: fail,
      reason: "register-unavailable",
    },
    {
      title: "anybody while the register hangs",
      account: agent,
      onAsked: hang,
      timeoutMs: 20,
      reason: "register-unavailable",
    },
  ]) {
    test(`${title} is not served, and nothing is settled`, async () => {
      const { shop, state } = openShop(setting);
      assert.deepEqual(await buy(shop, createPayer(account)), { status: 402, reason });
      assert.deepEqual(facilitator.calls, ["verify"]);
      assert.equal(state.served, 0);
    });

    test(`${title} who pays upfront is not served, and the facilitator is not even asked`, async () => {
      const { shop, state } = openShop({ ...setting, paymentFlow: "upfront" });
      assert.deepEqual(await buy(shop, createPayer(account)), { status: 402, reason });
      assert.deepEqual(facilitator.calls, []);
      assert.equal(state.served, 0);
    });
  }

  test("the shop's own policy decides", async () => {
    const { shop } = openShop({ policy: { consents: ["wallet"] } });
    assert.deepEqual(await buy(shop, createPayer(unvouched)), { status: 200, reason: undefined });
    assert.throws(() => openShop({ policy: { consent: [] } as never }), /policy\.consent is not a rule/);
  });

  test("an agent that is struck off while it is served does not pay", async () => {
    const { shop, state } = openShop();
    state.work = () => {
      state.compliant.length = 0;
      state.now += 61;
    };
    assert.deepEqual(await buy(shop, createPayer(agent)), { status: 402, reason: "not-registered" });
    assert.equal(state.served, 1);
    assert.deepEqual(facilitator.settled, []);
  });

  test("a payment that the payer did not sign is the facilitator's to refuse: the register is not asked", async () => {
    const { shop, state } = openShop();
    const forger = createPayer({ ...stranger, address: agent.address });
    const { status, reason } = await buy(shop, forger);
    assert.deepEqual([status, reason], [402, "invalid_exact_evm_payload_signature"]);
    assert.equal(state.asked, 0);
  });

  for (const [title, payer] of [
    ["does not say who paid", undefined],
    ["names another payer than the payment", agent.address],
    ["names what is no wallet", "agent"],
  ] as const) {
    test(`a facilitator that ${title} makes the payer unknown`, async () => {
      const by = await startFacilitator({
        network,
        distort: () => ({ isValid: true, ...(payer && { payer }) }),
      });
      try {
        const { shop } = openShop({ by });
        const account = payer === agent.address ? stranger : agent;
        assert.deepEqual(await buy(shop, createPayer(account)), { status: 402, reason: "payer-unknown" });
        assert.deepEqual(by.calls, ["verify"]);
      } finally {
        await by.stop();
      }
    });
  }

  test("a payment that names an agent and charges a stranger is not settled", async () => {
    const { shop } = openShop({ paymentFlow: "upfront" });
    const client = createPayer(stranger).onAfterPaymentCreation(async ({ paymentPayload }) => {
      const { authorization } = paymentPayload.payload as { authorization: object };
      // Facilitators take the Permit2 authorisation if there is one.
      Object.assign(paymentPayload.payload, {
        authorization: { ...authorization, from: agent.address },
        permit2Authorization: authorization,
      });
    });
    assert.deepEqual(await buy(shop, client), { status: 402, reason: "payer-unknown" });
    assert.deepEqual(facilitator.calls, []);
  });

  test("made-up wallets do not become questions without end", async () => {
    const { shop, state } = openShop({ strangersPerSecond: 1 });
    assert.equal((await buy(shop, createPayer(stranger))).reason, "not-registered");
    const another = privateKeyToAccount(generatePrivateKey());
    assert.deepEqual(await buy(shop, createPayer(another)), { status: 402, reason: "too-many-requests" });
    assert.equal(state.asked, 1);
  });

  test("what could never work is refused at the start", () => {
    const nowhere = { registry: createAgentRegistry({}) };
    assert.throws(() => requireCompliantPayer(createServer(facilitator), nowhere), /is configured/);
    assert.throws(() => openShop({ timeoutMs: Number.NaN }), /timeoutMs must be a positive number/);
    assert.throws(() => openShop({ strangersPerSecond: 0 }), /strangersPerSecond must be a positive number/);
  });
});

describe("a payment that throws when it is looked at", () => {
  const requirements = {
    scheme: "exact",
    network,
    payTo,
    amount: "1",
    asset: payTo,
    maxTimeoutSeconds: 60,
    extra: {},
  } as const;
  const trap = (name: string) => Object.defineProperty({}, name, { get: fail, enumerable: true });
  const hostile = Object.entries({
    payload: trap("payload"),
    authorization: { payload: trap("authorization") },
    from: { payload: { authorization: trap("from") } },
    "its keys": { payload: new Proxy({}, { ownKeys: fail }) },
  } as unknown as Record<string, PaymentPayload>);

  for (const [place, paymentPayload] of hostile) {
    test(`is not settled (${place})`, async () => {
      const server = openShop().guard(createServer(facilitator));
      await assert.rejects(server.settlePayment(paymentPayload, requirements), {
        errorReason: "payer-unknown",
      });
      assert.deepEqual(facilitator.calls, []);
    });
  }

  test("does not pass for verified", async () => {
    const server = openShop().guard(createServer(facilitator));
    // As if another hook had vouched for the payment.
    server.onBeforeVerify(async () => ({
      skip: true,
      result: { isValid: true, payer: agent.address },
    }));
    for (const [place, paymentPayload] of hostile) {
      const { isValid, invalidReason } = await server.verifyPayment(paymentPayload, requirements);
      assert.deepEqual([isValid, invalidReason], [false, "payer-unknown"], place);
    }
  });
});

test("what was taken before the work is given back, whatever the register says by then", async () => {
  const { guard } = openShop({ onAsked: fail });
  const server = guard(createServer(facilitator));
  const paid = await createPayer(agent).createPaymentPayload({
    x402Version: 2,
    resource: { url: "http://shop.test/report" },
    accepts: [await toRequirements()],
  });
  const settle = (phase: "before-handler" | "cancel") =>
    server.settlePayment(paid, paid.accepted, undefined, undefined, undefined, phase);
  await assert.rejects(settle("before-handler"), { errorReason: "register-unavailable" });
  assert.equal((await settle("cancel")).success, true);
});

async function toRequirements() {
  const server = createServer(facilitator);
  await server.initialize();
  const [requirements] = await server.buildPaymentRequirements({
    scheme: "exact",
    network,
    price: "$0.01",
    payTo,
  });
  assert.ok(requirements);
  return requirements;
}
