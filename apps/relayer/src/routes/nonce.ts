import type { NonceResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { getAddress, isAddress } from "viem";
import type { SignerNonces } from "../relay/signer-nonces.ts";

export function nonceRoute({ nonces }: { nonces: Pick<SignerNonces, "read"> }) {
  return new Hono().get("/nonce/:address", async (c) => {
    const given = c.req.param("address");
    if (!isAddress(given)) throw new HttpError(400, `Invalid address: ${given.slice(0, 100)}`);
    const address = getAddress(given);
    const nonce = await nonces.read(address);
    return c.json({ address, nonce: nonce.toString() } satisfies NonceResponse);
  });
}
