import type { NameResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { getAddress } from "viem";
import type { Names } from "../names/create-names.ts";
import { sendStored } from "../responses/send-stored.ts";
import { toMemoryResponse } from "../responses/stored-response.ts";
import { parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

/** The name by which people know an address. Nothing of the register depends on it. */
export function nameRoute({ names, clock }: Pick<RouteDeps, "clock"> & { names: Names }) {
  return new Hono().get("/name/:address", async (c) => {
    const address = parseWallet(c, "address");
    const { name, source, checkedAtMs, expiresAtMs } = await names.find(address);
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
