import type { NonceResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { getAddress, isAddress } from "viem";
import type { Chain } from "../chain/create-chain.ts";

export function nonceRoute({ chain }: { chain: Pick<Chain, "readForwarderNonce"> }) {
  return new Hono().get("/nonce/:address", async (c) => {
    const given = c.req.param("address");
    if (!isAddress(given)) throw new HttpError(400, `Invalid address: ${given.slice(0, 100)}`);
    const address = getAddress(given);
    const nonce = await chain.readForwarderNonce(address);
    return c.json({ address, nonce: nonce.toString() } satisfies NonceResponse);
  });
}
