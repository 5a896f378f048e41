import { HealthNodes, HealthQuery, HealthResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import type { Freshness } from "../../http/freshness.ts";
import { parseQuery } from "../../http/parse-request.ts";
import type { DocumentPart } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { replyJson } from "../../http/reply.ts";
import type { IndexStatus } from "../../index/index-status.ts";
import { invalidParameter, processErrors } from "../shared/errors.ts";
import { counts, REGISTRY } from "../shared/examples.ts";

type Deps = Pick<Register, "registryAddress" | "rpcUrl"> & {
  freshness: Freshness;
  status: () => IndexStatus;
  nodeCount: number;
};

/** Whether the process is alive: 200 whatever the chain does. */
export function healthRoute({ freshness, status, registryAddress, rpcUrl, nodeCount }: Deps) {
  function describeNodes(): HealthResponse["nodes"] {
    const { nodesDisagree, lastComparedAtMs, areHashesUnchecked } = status();
    return {
      configured: nodeCount,
      agree: !nodesDisagree,
      comparedAt: lastComparedAtMs === null ? null : new Date(lastComparedAtMs).toISOString(),
      hashes: areHashesUnchecked ? "as-told" : "recomputed",
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

export const healthDocument: DocumentPart = {
  schemas: { HealthNodes, Health: HealthResponse },
  routes: [
    {
      method: "get",
      path: "/health",
      operationId: "getHealth",
      tag: "Service",
      summary: "Whether the service is alive",
      description: "`ok`; `syncing` while the index catches up; `degraded` while no RPC node answers.",
      query: HealthQuery,
      responses: {
        200: {
          description: "Whatever the chain does",
          schema: HealthResponse,
          example: {
            status: "ok",
            registry: REGISTRY,
            rpc: counts.chain,
          } satisfies HealthResponse,
        },
        ...invalidParameter,
        ...processErrors,
      },
    },
  ],
};
