import { x402Client } from "@x402/core/client";
import { HTTPFacilitatorClient, x402ResourceServer } from "@x402/core/server";
import { ExactEvmScheme as ExactEvmClient } from "@x402/evm/exact/client";
import { ExactEvmScheme as ExactEvmServer } from "@x402/evm/exact/server";
import { wrapFetchWithPayment } from "@x402/fetch";
import { paymentMiddleware } from "@x402/hono";
import { Hono } from "hono";
import type { Address, LocalAccount } from "viem";
import type { Facilitator } from "./start-facilitator.ts";

export const network = "eip155:84532";

type ShopOptions = {
  facilitator: Facilitator;
  payTo: Address;
  /** `upfront` settles before the work is done, and never verifies. */
  paymentFlow?: "authorization" | "upfront";
  guard: (server: x402ResourceServer) => x402ResourceServer;
  /** The work that is paid for. */
  work?: () => void;
};

export function createServer(facilitator: Facilitator): x402ResourceServer {
  const client = new HTTPFacilitatorClient({ url: facilitator.url });
  return new x402ResourceServer(client).register(network, new ExactEvmServer());
}

/** A shop that sells a report for a cent, by the middleware of x402 for Hono. */
export function createShop({ facilitator, payTo, paymentFlow, guard, work = () => {} }: ShopOptions): Hono {
  const extra = paymentFlow === undefined ? {} : { extra: { paymentFlow } };
  const accepts = { scheme: "exact", price: "$0.01", network, payTo, ...extra } as const;
  const server = guard(createServer(facilitator));
  return new Hono().use(paymentMiddleware({ "GET /report": { accepts } }, server)).get("/report", (c) => {
    work();
    return c.text("The report");
  });
}

export function createPayer(account: LocalAccount): x402Client {
  return new x402Client().register(network, new ExactEvmClient(account));
}

type Sale = { status: number; reason: string | undefined };

/** Buys the report, and returns what became of it. */
export async function buy(shop: Hono, client: x402Client): Promise<Sale> {
  const payingFetch = wrapFetchWithPayment(async (...request) => shop.request(...request), client);
  const response = await payingFetch("http://shop.test/report");
  return { status: response.status, reason: findReason(response) };
}

/** Before the work a shop says why not in one header, after it in the other. */
function findReason({ headers }: Response): string | undefined {
  const decode = (name: string) => JSON.parse(Buffer.from(headers.get(name) ?? "e30", "base64").toString());
  return decode("payment-response").errorReason ?? decode("payment-required").error;
}
