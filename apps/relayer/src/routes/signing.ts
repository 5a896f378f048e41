import {
  type DomainResponse,
  FORWARDER_NAME,
  FORWARDER_VERSION,
  type NonceResponse,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, getAddress, isAddress } from "viem";
import type { Connection } from "../chain/connection.ts";
import type { SignerNonces } from "../chain/recent-reads.ts";

export function nonceRoute({ nonces }: { nonces: Pick<SignerNonces, "read"> }) {
  return new Hono().get("/nonce/:address", async (c) => {
    const given = c.req.param("address");
    if (!isAddress(given)) throw new HttpError(400, `Invalid address: ${given.slice(0, 100)}`);
    const address = getAddress(given);
    const nonce = await nonces.read(address);
    return c.json({ address, nonce: nonce.toString() } satisfies NonceResponse);
  });
}

type DomainRouteDeps = { connection: Pick<Connection, "getChainId">; forwarderAddress: Address };

export function domainRoute({ connection, forwarderAddress }: DomainRouteDeps) {
  return new Hono().get("/domain", async (c) =>
    c.json({
      name: FORWARDER_NAME,
      version: FORWARDER_VERSION,
      chainId: (await connection.getChainId()).toString(),
      verifyingContract: forwarderAddress,
    } satisfies DomainResponse),
  );
}
