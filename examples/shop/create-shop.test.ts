import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createAgentRegistry } from "@agent-registry/sdk";
import { type Facilitator, startFacilitator } from "@agent-registry/sdk/testing/facilitator";
import { x402Client } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import type { Hono } from "hono";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createShop, network } from "./create-shop.ts";

const payTo = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
let facilitator: Facilitator;
let shop: Hono;

before(async () => {
  facilitator = await startFacilitator({ network });
  // A register that answers nothing.
  const fetch = async () => new Response(null, { status: 500 });
  const registry = createAgentRegistry({ apiUrl: "http://register.test", fetch, retryDelayMs: 0 });
  shop = createShop({ registry, facilitatorUrl: facilitator.url, payTo });
});
after(() => facilitator.stop());

test("the example says what it sells, for how much, before anybody pays", async () => {
  assert.deepEqual(await (await shop.request("/")).json(), {
    shop: "Weather for agents",
    forecast: "$0.01",
    payTo,
  });
  const unpaid = await shop.request("http://shop.test/forecast");
  assert.equal(unpaid.status, 402);
  const { accepts } = JSON.parse(atob(unpaid.headers.get("payment-required") ?? ""));
  assert.deepEqual([accepts[0].payTo, accepts[0].amount], [payTo, "10000"]);
});

test("the example sells nothing while nobody can tell who answers for the customer", async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = new x402Client().register(network, new ExactEvmScheme(account));
  const payingFetch = wrapFetchWithPayment(async (...request) => shop.request(...request), client);
  const refused = await payingFetch("http://shop.test/forecast");
  const { error } = JSON.parse(atob(refused.headers.get("payment-required") ?? ""));
  assert.deepEqual([refused.status, error], [402, "register-unavailable"]);
  assert.deepEqual(facilitator.calls, ["verify"]);
});
