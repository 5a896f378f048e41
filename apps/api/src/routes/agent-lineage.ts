import {
  CACHE_TTL_MS,
  LINEAGE_MAX_CHILDREN,
  LINEAGE_MAX_LEVELS,
  type LineageNode,
} from "@agent-registry/protocol";
import { Hono } from "hono";
import { toLineage } from "../shapes/to-lineage.ts";
import { agentNotFound, parseAgentId } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

const BOUNDS = { maxLevels: LINEAGE_MAX_LEVELS, maxChildren: LINEAGE_MAX_CHILDREN };

export function agentLineageRoute({ reader, answers }: Pick<RouteDeps, "reader" | "answers">) {
  return new Hono().get("/agent/:id/lineage", (c) => {
    const agentId = parseAgentId(c);
    return answers.cachedJson(c, {
      key: `lineage/${agentId}`,
      ttlMs: CACHE_TTL_MS.lineage,
      produce: async (): Promise<LineageNode> => {
        const rows = await reader.getLineage(agentId, BOUNDS);
        const lineage = rows && toLineage(rows, agentId);
        if (lineage === undefined) throw agentNotFound(agentId);
        return lineage;
      },
    });
  });
}
