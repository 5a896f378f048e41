import { CACHE_TTL_MS } from "@agent-registry/protocol";
import type { ClientIp } from "@agent-registry/service";
import { Hono } from "hono";
import type { Proofs } from "../proofs/create-proofs.ts";
import { createSlowLane } from "../responses/slow-lane.ts";
import { parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "responses"> & { proofs: Proofs; clientIp: ClientIp };

/** So many at once: each costs an RPC node three calls, and the index needs the same nodes. */
const AT_ONCE = 4;
const MAX_WAITING = 32;

/** A proof of what `/kya` answers, from the chain itself, so that a verifier need not believe this register. */
export function kyaProofRoute({ responses, proofs, clientIp }: Deps) {
  // Not the one of slow queries: a silent node must not keep searches waiting.
  const lane = createSlowLane({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING });

  return new Hono().get("/kya/:wallet/proof", (c) => {
    const wallet = parseWallet(c);
    return responses.cachedJson(c, {
      key: `kya-proof/${wallet}`,
      ttlMs: CACHE_TTL_MS.kyaProof,
      isElsewhere: true,
      produce: () => lane.run(clientIp(c), () => proofs.collect(wallet)),
    });
  });
}
