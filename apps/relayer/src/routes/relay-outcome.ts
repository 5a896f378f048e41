import { HashSchema, type RelayOutcomeResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import type { Hex } from "viem";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";

/** What became of a request whose caller lost the connection. */
export function relayOutcomeRoute({ store }: { store: Pick<RequestStore, "find"> }) {
  return new Hono().get("/relay/:digest", async (c) => {
    const digest = c.req.param("digest").toLowerCase();
    if (!HashSchema.safeParse(digest).success) {
      throw new HttpError(400, "Invalid digest: must be 32 bytes of hex starting with 0x");
    }
    const found = await store.find(digest as Hex);
    if (found === undefined) throw new HttpError(404, `Request not found: ${digest}`);
    return c.json(toOutcomeResponse(found));
  });
}

function toOutcomeResponse(found: StoredRequest): RelayOutcomeResponse {
  return {
    digest: found.digest,
    state: found.state === "mined" || found.state === "refused" ? found.state : "pending",
    transactionHash: found.transactionHash,
    result: found.result,
    error: found.refusal?.error ?? null,
  };
}
