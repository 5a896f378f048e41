import {
  CACHE_TTL_MS,
  LINEAGE_MAX_CHILDREN,
  LINEAGE_MAX_LEVELS,
  LINEAGE_MAX_NODES,
  LINEAGE_MAX_SCOPE_LENGTH,
  LineageNodeSchema,
  LineageQuery,
} from "@agent-registry/protocol";
import { agentNotFound } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { CHILD_WALLET, WALLET } from "../shared/examples.ts";
import { readLineage } from "./read-lineage.ts";
import { writeLineage } from "./write-lineage.ts";

const BOUNDS = {
  maxLevels: LINEAGE_MAX_LEVELS,
  maxChildren: LINEAGE_MAX_CHILDREN,
  maxNodes: LINEAGE_MAX_NODES,
};
const BOUNDS_WITH_SCOPE = { ...BOUNDS, maxScopeLength: LINEAGE_MAX_SCOPE_LENGTH };

/** An agent and its descendants as a tree. */
export const lineage = defineQuestion({
  path: "/agent/:id/lineage",
  query: LineageQuery,
  response: LineageNodeSchema,
  keptMs: CACHE_TTL_MS.lineage,
  pace: () => "slow",
  async *write({ db, vouchFor }, { agentId, include }) {
    const bounds = include === "scope" ? BOUNDS_WITH_SCOPE : BOUNDS;
    const rows = await readLineage(db, { agentId, ...bounds });
    if (rows === undefined) throw agentNotFound(agentId);
    vouchFor(rows.map((row) => row.agentId));
    yield* writeLineage(rows);
  },
  schemas: { LineageNode: LineageNodeSchema },
  doc: {
    operationId: "getLineage",
    tag: "Agents",
    summary: "An agent and its descendants as a tree",
    description:
      "At most 15 levels, 50 children of a node and 200,000 nodes; a node that leaves some out carries a `note`. Children that the parent has agreed to come first.",
    example: {
      agentId: 1,
      wallet: WALLET,
      generation: 0,
      status: "Active",
      children: [{ agentId: 2, wallet: CHILD_WALLET, generation: 1, status: "Suspended", children: [] }],
    },
    responses: { 400: { description: "The ID is not a number" } },
  },
});
