import type { Filing } from "@agent-registry/protocol";
import { type ActorRole, ROLE_NAMES } from "@agent-registry/protocol/roles";

export type StatusFiling = Extract<Filing, { kind: "status-changed" }>;
export type ReleaseFiling = Extract<Filing, { kind: "wallet-released" }>;
export type Parties = { agentWallet: string; haftungsperson: string };

/** Who filed a change, by its role then: an address alone says little to a reader. */
export function toActor({ filing, parties }: { filing: Filing; parties: Parties | undefined }): string {
  const { actor, actorRole } = filing;
  if (filing.kind === "haftungsperson-changed") return "by the new Haftungsperson";
  if (filing.kind === "wallet-changed") return "by the new wallet";
  const { agentWallet = actor, haftungsperson = actor } = parties ?? {};
  if (actorRole === "wallet" && actor !== agentWallet) return "by the agent’s former wallet";
  if (actorRole === "haftungsperson" && actor !== haftungsperson) return "by the former Haftungsperson";
  // The API may be newer than this page.
  const name = (ROLE_NAMES as Partial<Record<ActorRole, string>>)[actorRole] ?? "another party";
  return `by ${name}`;
}

/** Whether a party's refusal or the release of a wallet changed the status: then its reason is the contract's, not a person's. */
export function isDeclined({ cause }: Pick<StatusFiling, "cause">): boolean {
  return cause === "haftungsperson-declined" || cause === "wallet-declined" || cause === "wallet-released";
}
