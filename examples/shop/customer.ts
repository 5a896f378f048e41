// An agent whose money is refused until a Haftungsperson answers for it: node scripts/run.mjs examples/shop/customer.ts
// [shop's URL]
import { payOnlyCompliant } from "@agent-registry/sdk/x402";
import { x402Client } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { openRegister } from "../provider/open-register.ts";
import { becomeAgent } from "./become-agent.ts";
import { network } from "./create-shop.ts";

const shop = process.argv[2] ?? "http://127.0.0.1:4100";
const key = generatePrivateKey();
const registry = openRegister(key);
const wallet = new x402Client().register(network, new ExactEvmScheme(privateKeyToAccount(key)));
// It pays only agents that a Haftungsperson answers for. For all others it throws before it signs.
const payingFetch = wrapFetchWithPayment(fetch, payOnlyCompliant(wallet, { registry }));

/** The shop says in a header why it does not take a payment. */
function readReason({ headers }: Response): string {
  return JSON.parse(atob(headers.get("payment-required") ?? "e30=")).error;
}

const refused = await payingFetch(`${shop}/forecast`);
console.log(`Refused (${refused.status}): ${readReason(refused)}`);

const agentId = await becomeAgent(registry, "Buys weather forecasts");
console.log(`Registered as agent ${agentId}; its Haftungsperson has agreed to answer for it.`);

// The shop remembers a refusal for a few seconds.
let served = await payingFetch(`${shop}/forecast`);
for (let attempt = 1; served.status === 402 && attempt <= 20; attempt++) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  served = await payingFetch(`${shop}/forecast`);
}
console.log(`Served (${served.status}): ${await served.text()}`);
process.exitCode = served.ok ? 0 : 1;
