import type { HealthResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { replyJson } from "../responses/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "freshness" | "registryAddress" | "rpcUrl">;

/** Whether the process is alive: 200 whatever the chain does. */
export function healthRoute({ freshness, registryAddress, rpcUrl }: Deps) {
  return new Hono().get("/health", (c) =>
    replyJson(c, 200, {
      status: freshness.health(),
      registry: registryAddress,
      rpc: rpcUrl,
    } satisfies HealthResponse),
  );
}
