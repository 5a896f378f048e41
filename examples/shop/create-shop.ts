import type { AgentRegistry } from "@agent-registry/sdk";
import { requireCompliantPayer } from "@agent-registry/sdk/x402";
import { HTTPFacilitatorClient, x402ResourceServer } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { paymentMiddleware } from "@x402/hono";
import { Hono } from "hono";
import type { Address } from "viem";

/** Base Sepolia, where x402 pays in test dollars. */
export const network = "eip155:84532";

/** A shop that takes money only of agents that a Haftungsperson answers for. */
export function createShop({
  registry,
  facilitatorUrl,
  payTo,
}: {
  registry: AgentRegistry;
  facilitatorUrl: string;
  payTo: Address;
}): Hono {
  const facilitator = new HTTPFacilitatorClient({ url: facilitatorUrl });
  const server = new x402ResourceServer(facilitator).register(network, new ExactEvmScheme());
  requireCompliantPayer(server, { registry, policy: { selfModifying: "refuse" } });

  const accepts = { scheme: "exact", price: "$0.01", network, payTo } as const;
  return (
    new Hono()
      // Public, so that agents learn what is on offer before they pay.
      .get("/", (c) => c.json({ shop: "Weather for agents", forecast: accepts.price, payTo }))
      .use(paymentMiddleware({ "GET /forecast": { accepts, description: "The weather in Zug" } }, server))
      .get("/forecast", (c) => c.json({ city: "Zug", forecast: "Sunny" }))
  );
}
