import { CACHE_TTL_MS } from "@agent-registry/protocol";
import { toReceiptClaims } from "@agent-registry/protocol/signed";
import { Hono } from "hono";
import { parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";
import { signFromIndex } from "./sign-from-index.ts";
import { requireSigning, type SigningDeps } from "./signing.ts";

type Deps = Pick<RouteDeps, "reader" | "freshness" | "registryAddress"> & SigningDeps;

/** The verdict on a wallet, signed, with the block that it was read at. */
export function kyaReceiptRoute(deps: Deps) {
  return new Hono().get("/kya/:wallet/receipt", (c) => {
    const { signer, receiptTtlSeconds } = requireSigning(deps.signing);
    const wallet = parseWallet(c);
    return signFromIndex(c, deps, {
      key: { wallet },
      async sign({ chainId, block, record }) {
        const claims = toReceiptClaims({
          issuer: signer.issuer,
          chainId,
          registry: deps.registryAddress,
          wallet,
          entry: record ?? null,
          block,
          now: deps.freshness.now(),
          ttlSeconds: receiptTtlSeconds,
        });
        // Whoever gets it from a cache must still have some time to use it.
        const halfLife = Math.floor((claims.exp - claims.iat) / 2);
        return {
          token: await signer.sign("receipt", claims),
          maxAgeSeconds: Math.min(CACHE_TTL_MS.kya / 1_000, halfLife),
        };
      },
    });
  });
}
