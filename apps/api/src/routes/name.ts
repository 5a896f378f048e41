import { apiErrors, type NameResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, getAddress } from "viem";
import { type FoundName, type Names, TooManyLookups } from "../names/create-names.ts";
import { sendStored } from "../responses/send-stored.ts";
import { toMemoryResponse } from "../responses/stored-response.ts";
import { parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** The name by which people know an address. Nothing of the register depends on it. */
export function nameRoute({ names, clock }: Pick<RouteDeps, "clock"> & { names: Names }) {
  return new Hono().get("/name/:address", async (c) => {
    const address = parseWallet(c, "address");
    const { name, source, checkedAtMs, expiresAtMs } = await find(names, address);
    const answer: NameResponse = {
      address: getAddress(address),
      name,
      source,
      checkedAt: new Date(checkedAtMs).toISOString(),
    };
    const secondsLeft = Math.max(0, Math.floor((expiresAtMs - clock.now()) / 1000));
    return sendStored(c, toMemoryResponse(JSON.stringify(answer)), {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${secondsLeft}`,
    });
  });
}

async function find(names: Names, address: Address): Promise<FoundName> {
  try {
    return await names.find(address);
  } catch (error) {
    if (!(error instanceof TooManyLookups)) throw error;
    const headers = { "Retry-After": String(error.retryAfterSeconds) };
    throw new HttpError(503, apiErrors.tooManyNames, { cause: error, headers });
  }
}
