import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { buy, createPayer, createShop, network } from "../testing/paying-shop.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { type Facilitator, startFacilitator } from "../testing/start-facilitator.ts";
import { type PayeeOptions, payOnlyCompliant } from "./pay-only-compliant.ts";

const account = privateKeyToAccount(generatePrivateKey());
const agentShop = privateKeyToAccount(generatePrivateKey()).address;
const treasury = privateKeyToAccount(generatePrivateKey()).address;
const now = () => Math.floor(Date.now() / 1000);

let facilitator: Facilitator;
before(async () => {
  facilitator = await startFacilitator({ network });
});
after(() => facilitator.stop());

type Setting = Partial<PayeeOptions> & { onAsked?: () => void | Promise<void> };

/** A customer with a register of its own; `state` counts what it signed and what the register was asked. */
function createCustomer({ onAsked = () => {}, ...options }: Setting = {}) {
  const state = { signed: 0, asked: 0 };
  const registry = scriptRegister({
    compliant: [agentShop],
    now,
    onAsked() {
      state.asked++;
      return onAsked();
    },
  });
  const payer = createPayer({
    ...account,
    signTypedData(data) {
      state.signed++;
      return account.signTypedData(data);
    },
  });
  const client = payOnlyCompliant(payer, { registry, source: "api", ...options });
  const buyFrom = (payTo: Address) =>
    buy(createShop({ facilitator, payTo, guard: (server) => server }), client);
  return { state, buyFrom };
}

const fail = () => {
  throw new Error("Down");
};

test("a compliant payee is paid, and the register is asked once for many payments", async () => {
  const { state, buyFrom } = createCustomer();
  assert.equal((await buyFrom(agentShop)).status, 200);
  assert.equal((await buyFrom(agentShop.toLowerCase() as Address)).status, 200);
  assert.deepEqual(state, { signed: 2, asked: 1 });
});

for (const { title, payTo, reason, ...setting } of [
  { title: "the payee is not registered", payTo: treasury, reason: "not-registered" },
  { title: "the register is down", payTo: agentShop, onAsked: fail, reason: "register-unavailable" },
  {
    title: "the register hangs",
    payTo: agentShop,
    onAsked: () => new Promise<void>(() => {}),
    timeoutMs: 20,
    reason: "register-unavailable",
  },
  {
    title: "the policy asks for a longer record",
    payTo: agentShop,
    policy: { minRegisteredSeconds: 3_600 },
    reason: "registered-too-recently",
  },
  { title: "the payee is no wallet", payTo: "treasury.example" as Address, reason: "payee-unknown" },
  { title: "the vetting fails", payTo: agentShop, vet: fail, reason: "payee-unknown" },
  { title: "the vetting says no", payTo: treasury, vet: () => false, reason: "not-registered" },
  {
    title: "the vetting says neither yes nor no",
    payTo: treasury,
    vet: () => "maybe" as never,
    reason: "not-registered",
  },
]) {
  test(`nothing is signed if ${title}`, async () => {
    const { state, buyFrom } = createCustomer(setting);
    await assert.rejects(buyFrom(payTo), new RegExp(`Payment creation aborted: ${reason}$`));
    assert.equal(state.signed, 0);
  });
}

test("a payee that the customer vetted is paid without asking the register", async () => {
  const { state, buyFrom } = createCustomer({ vet: async ({ payTo }) => payTo === treasury });
  assert.equal((await buyFrom(treasury)).status, 200);
  assert.deepEqual(state, { signed: 1, asked: 0 });
  assert.equal((await buyFrom(agentShop)).status, 200);
  assert.equal(state.asked, 1);
});
