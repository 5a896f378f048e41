import {
  CACHE_TTL_MS,
  LINEAGE_MAX_CHILDREN,
  LINEAGE_MAX_LEVELS,
  LINEAGE_MAX_NODES,
  LINEAGE_MAX_SCOPE_LENGTH,
  LineageQuery,
} from "@agent-registry/protocol";
import { Hono } from "hono";
import { writeLineage } from "../serializers/write-lineage.ts";
import { agentNotFound, parseAgentId, parseQuery } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

const BOUNDS = {
  maxLevels: LINEAGE_MAX_LEVELS,
  maxChildren: LINEAGE_MAX_CHILDREN,
  maxNodes: LINEAGE_MAX_NODES,
};
const BOUNDS_WITH_SCOPE = { ...BOUNDS, maxScopeLength: LINEAGE_MAX_SCOPE_LENGTH };

export function agentLineageRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  async function* getPieces(agentId: number, { include }: LineageQuery): AsyncGenerator<string> {
    const rows = await reader.getLineage(agentId, include === "scope" ? BOUNDS_WITH_SCOPE : BOUNDS);
    if (rows === undefined) throw agentNotFound(agentId);
    yield* writeLineage(rows);
  }

  return new Hono().get("/agent/:id/lineage", (c) => {
    const agentId = parseAgentId(c);
    const query = parseQuery(c, LineageQuery);
    return responses.cachedStream(c, {
      key: `lineage/${agentId}/${query.include ?? ""}`,
      ttlMs: CACHE_TTL_MS.lineage,
      produce: () => getPieces(agentId, query),
    });
  });
}
