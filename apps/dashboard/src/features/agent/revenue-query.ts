import { REVENUE_PAGE } from "@agent-registry/protocol/limits";
import { resources } from "../../api/resources.ts";

/** The oldest reports; nearly every agent has no more. */
export function toFirstReports(id: string) {
  return resources.revenue({ id, limit: REVENUE_PAGE.max, offset: 0 });
}
