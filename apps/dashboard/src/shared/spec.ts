// The few values of the specification that the browser needs, written out: the package that has them all
// would bring its schema library along, a sixth of a page's script. A test holds them to that package.
import type { AgentStatus } from "@agent-registry/protocol";

export const AGENT_STATUSES = [
  "Active",
  "Suspended",
  "Revoked",
  "Terminated",
] as const satisfies readonly AgentStatus[];
export const ATTESTATION_VALIDITY_SECONDS = 604_800;
export const RECENT_REGISTRATIONS = 10;
export const LARGEST_REVENUE_PAGE = 500;
