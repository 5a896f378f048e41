import type { PersonRole } from "@agent-registry/protocol";

/** The page of somebody whom records name; the Haftungsperson's view comes first. */
export function toPersonPath(address: string, role: PersonRole = "haftungsperson"): string {
  return `/people/${address}${role === "creator" ? "?role=creator" : ""}`;
}
