import { CACHE_TTL_MS, LINEAGE_MAX_CHILDREN, LINEAGE_MAX_LEVELS } from "@agent-registry/protocol";
import { Hono } from "hono";
import { writeLineage } from "../serializers/write-lineage.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

const BOUNDS = { maxLevels: LINEAGE_MAX_LEVELS, maxChildren: LINEAGE_MAX_CHILDREN };

export function agentLineageRoute({ reader, responses }: Pick<RouteDeps, "reader" | "responses">) {
  async function* getPieces(agentId: number): AsyncGenerator<string> {
    const rows = await reader.getLineage(agentId, BOUNDS);
    if (rows === undefined) throw agentNotFound(agentId);
    yield* writeLineage(rows);
  }

  return new Hono().get("/agent/:id/lineage", (c) => {
    const agentId = parseAgentId(c);
    return responses.cachedStream(c, {
      key: `lineage/${agentId}`,
      ttlMs: CACHE_TTL_MS.lineage,
      produce: () => getPieces(agentId),
    });
  });
}
