import { CACHE_TTL_MS, type ComplianceListItem } from "@agent-registry/protocol";
import { Hono } from "hono";
import { toCompliance } from "../serializers/to-compliance.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "freshness">;

/** All agents, most stale first: of any number, so in pieces. */
export function agentsComplianceRoute({ reader, responses, freshness }: Deps) {
  async function* getPieces(): AsyncGenerator<string> {
    const now = freshness.now();
    let total = 0;
    yield '{"data":[';
    for await (const agents of reader.streamByAttestation()) {
      const items = agents.map((agent) => {
        const { agentId, creator, status } = agent;
        const item: ComplianceListItem = { agentId, creator, status, compliance: toCompliance(agent, now) };
        return JSON.stringify(item);
      });
      if (items.length > 0) yield (total === 0 ? "" : ",") + items.join(",");
      total += items.length;
    }
    // Last, so that it is what was counted.
    yield `],"total":${total}}`;
  }

  return new Hono().get("/agents/compliance", (c) =>
    responses.cachedStream(c, {
      key: "agents/compliance",
      ttlMs: CACHE_TTL_MS.compliance,
      produce: getPieces,
    }),
  );
}
