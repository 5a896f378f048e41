import { apiErrors } from "@agent-registry/protocol";
import { toBindingClaims } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import type { EntryKey } from "../index-store/index-reader.ts";
import { agentNotFound, parseAgentId, parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";
import { signFromIndex } from "./sign-from-index.ts";
import { requireSigning, type SigningDeps } from "./signing.ts";

type Deps = Pick<RouteDeps, "reader" | "freshness" | "registryAddress"> & SigningDeps;

/** A block is safe after about two minutes. */
const RETRY_SECONDS = "120";
/** An agent asks for a new one a day; caches must not hand out one that is about to expire. */
const MAX_AGE_SECONDS = 3_600;

/** Which agent a wallet is, and who answers for it, signed for a day, so that the agent can show it to providers. */
export function bindingRoutes(deps: Deps) {
  async function bind(c: Context, key: EntryKey): Promise<Response> {
    const { signer, isSafe } = requireSigning(deps.signing);
    return signFromIndex(c, deps, {
      key,
      async sign({ chainId, block, record }) {
        if (record === undefined) throw agentNotFound("agentId" in key ? key.agentId : key.wallet);
        if (record.isWalletReleased) throw new HttpError(410, apiErrors.walletReleased);
        // Whom it names and who agreed must stay as it is: what is signed cannot be taken back with a block.
        if (!(await isSafe(record.partiesBlock)))
          throw new HttpError(425, apiErrors.notFinal, { headers: { "Retry-After": RETRY_SECONDS } });
        const { agentId, agentWallet: wallet, haftungsperson, consents, registeredAt } = record;
        const claims = toBindingClaims({
          issuer: signer.issuer,
          chainId,
          registry: deps.registryAddress,
          wallet,
          agentId,
          haftungsperson,
          consents,
          registeredAt,
          block,
          now: deps.freshness.now(),
        });
        return { token: await signer.sign("binding", claims), maxAgeSeconds: MAX_AGE_SECONDS };
      },
    });
  }

  return new Hono()
    .get("/agent/:id/binding", (c) => bind(c, { agentId: parseAgentId(c) }))
    .get("/kya/:wallet/binding", (c) => bind(c, { wallet: parseWallet(c) }));
}
