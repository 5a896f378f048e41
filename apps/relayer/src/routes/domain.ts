import { type DomainResponse, FORWARDER_NAME, FORWARDER_VERSION } from "@agent-registry/protocol";
import { Hono } from "hono";
import type { Address } from "viem";
import type { Connection } from "../chain/connection.ts";

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
