// A shop that takes money only of agents that a Haftungsperson answers for: node scripts/run.mjs examples/shop/shop.ts
import { startFacilitator } from "@agent-registry/sdk/testing/facilitator";
import { serve } from "@hono/node-server";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { openRegister } from "../provider/open-register.ts";
import { becomeAgent } from "./become-agent.ts";
import { createShop, network } from "./create-shop.ts";

const port = Number(process.env.PORT ?? 4100);
// The shop is an agent, too: its customers want to know who answers for it before they pay.
const key = generatePrivateKey();
const registry = openRegister(key);
console.log(`The shop is agent ${await becomeAgent(registry, "Sells weather forecasts")}.`);

// This one checks signatures and moves no money. In earnest, name one that does.
const facilitatorUrl = process.env.FACILITATOR_URL ?? (await startFacilitator({ network })).url;
const { fetch } = createShop({ registry, facilitatorUrl, payTo: privateKeyToAddress(key) });
serve({ fetch, port, hostname: "127.0.0.1" }, () => {
  console.log(`The shop listens at http://127.0.0.1:${port}`);
});
