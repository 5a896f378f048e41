import { apiErrors, CACHE_TTL_MS, type RegistrationFile } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { toRegistrationFile } from "../serializers/to-registration-file.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";
import type { SigningDeps } from "./signing.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "freshness" | "registryAddress" | "publicUrls"> &
  SigningDeps;

/** An agent's record as a registration file by ERC-8004, for tools that know those. */
export function agentRegistrationRoute(deps: Deps) {
  const { reader, responses, freshness, registryAddress, publicUrls, signing } = deps;
  return new Hono().get("/agent/:id/registration.json", (c) => {
    const agentId = parseAgentId(c);
    return responses.cachedJson(c, {
      key: `agent-registration/${agentId}`,
      ttlMs: CACHE_TTL_MS.agent,
      produce: async (): Promise<RegistrationFile> => {
        const [agent, snapshot] = await Promise.all([
          reader.findAgent(agentId),
          reader.findEntrySnapshot({ agentId }),
        ]);
        if (snapshot === undefined)
          throw new HttpError(500, apiErrors.rpcFailure("the index is still empty"));
        const { chainId, record } = snapshot;
        if (agent === undefined || record === undefined) throw agentNotFound(agentId);
        const hasSigner = signing !== undefined;
        const now = freshness.now();
        return toRegistrationFile({ agent, chainId, record, registryAddress, publicUrls, hasSigner, now });
      },
    });
  });
}
