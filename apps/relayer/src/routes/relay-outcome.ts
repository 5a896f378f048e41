import { HashSchema, RelayResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import type { Hex } from "viem";
import * as z from "zod/mini";
import type { RequestStore, StoredRequest } from "../ledger/request-store.ts";

export const RelayOutcomeResponse = z.object({
  digest: HashSchema,
  state: z.enum(["pending", "mined", "refused"]),
  transactionHash: z.nullable(HashSchema).check(z.describe("Null while no transaction carries it")),
  result: z.nullable(RelayResponse).check(z.describe("What POST /relay answers, once it is mined")),
  error: z.nullable(z.string()).check(z.describe("Why it was refused")),
});

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

function toOutcomeResponse(found: StoredRequest): z.input<typeof RelayOutcomeResponse> {
  return {
    digest: found.digest,
    state: found.state === "mined" || found.state === "refused" ? found.state : "pending",
    transactionHash: found.transactionHash,
    result: found.result,
    error: found.refusal?.error ?? null,
  };
}
