import type { PersonRole } from "@agent-registry/protocol";
import { resources } from "../../api/resources.ts";

/** How many agents an address is about in its other role. */
export function toOtherRole({ role, address }: { role: PersonRole; address: string }) {
  return resources.person({
    role: role === "creator" ? "haftungsperson" : "creator",
    address,
    page: 1,
    limit: 1,
    status: null,
    sort: "agentId",
    order: "asc",
  });
}
