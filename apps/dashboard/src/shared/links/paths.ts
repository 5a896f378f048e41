import type { PersonRole } from "@agent-registry/protocol";

/** The page that checks a wallet. */
export function toKyaPath(wallet: string): string {
  return `/kya?${new URLSearchParams({ wallet })}`;
}

/** The page of a Haftungsperson or creator; the Haftungsperson's view comes first. */
export function toPersonPath(address: string, role: PersonRole = "haftungsperson"): string {
  return `/people/${address}${role === "creator" ? "?role=creator" : ""}`;
}

/** The page that an address leads to, by what it is in the register: all that is known of it as that. */
export const toPathOf = {
  wallet: toKyaPath,
  haftungsperson: (address) => toPersonPath(address),
  creator: (address) => toPersonPath(address, "creator"),
  notary: (address) => `/notary/${address}`,
} satisfies Record<PersonRole | "wallet" | "notary", (address: string) => string>;

/** An agent's number as typed or as in the address bar; null if it cannot be one. */
export function parseAgentId(segment: string): string | null {
  return /^\d{1,15}$/.test(segment) ? String(Number(segment)) : null;
}
