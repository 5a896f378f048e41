import type { PersonRole } from "@agent-registry/protocol";

/** The page of a Haftungsperson or creator; the Haftungsperson's view comes first. */
export function toPersonPath(address: string, role: PersonRole = "haftungsperson"): string {
  return `/people/${address}${role === "creator" ? "?role=creator" : ""}`;
}
