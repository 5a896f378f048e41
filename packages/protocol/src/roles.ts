import type { Party } from "./policy.ts";

/** As what an account acts in the register: a party of a record, or one who holds an office. */
export const ACTOR_ROLES = [
  "creator",
  "wallet",
  "haftungsperson",
  "parent",
  "attester",
  "regulator",
  "person",
  "notary",
  "owner",
] as const;
export type ActorRole = (typeof ACTOR_ROLES)[number];

export const ROLE_NAMES: Record<ActorRole, string> = {
  creator: "the creator",
  wallet: "the agent’s wallet",
  haftungsperson: "the Haftungsperson",
  parent: "the parent",
  attester: "the attester",
  regulator: "a regulator",
  person: "the person",
  notary: "the notary",
  owner: "the register’s owner",
};

export const PARTY_NAMES: Record<Party, string> = {
  wallet: "wallet",
  haftungsperson: "Haftungsperson",
  parent: "parent",
};

/** Why the status of an agent changed. */
export const STATUS_CAUSES = [
  "suspended",
  "reactivated",
  "revoked",
  "terminated",
  "haftungsperson-declined",
  "wallet-declined",
  "wallet-released",
] as const;
export type StatusCause = (typeof STATUS_CAUSES)[number];
