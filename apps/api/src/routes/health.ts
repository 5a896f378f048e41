import { HealthQuery, type HealthResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { replyJson } from "../responses/reply.ts";
import { parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "freshness" | "status" | "registryAddress" | "rpcUrl"> & {
  nodeCount?: number | undefined;
};

/** Whether the process is alive: 200 whatever the chain does. */
export function healthRoute({ freshness, status, registryAddress, rpcUrl, nodeCount = 1 }: Deps) {
  function describeNodes(): HealthResponse["nodes"] {
    const { nodesDisagree, lastComparedAtMs, areHashesAsTold } = status();
    return {
      configured: nodeCount,
      agree: !nodesDisagree,
      comparedAt: lastComparedAtMs === null ? null : new Date(lastComparedAtMs).toISOString(),
      hashes: areHashesAsTold ? "as-told" : "recomputed",
    };
  }

  return new Hono().get("/health", (c) => {
    const { include } = parseQuery(c, HealthQuery);
    return replyJson(c, 200, {
      status: freshness.health(),
      registry: registryAddress,
      rpc: rpcUrl,
      ...(include === undefined ? {} : { nodes: describeNodes() }),
    } satisfies HealthResponse);
  });
}
