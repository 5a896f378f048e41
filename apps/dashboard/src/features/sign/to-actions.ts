import type { Role, SignableEntry } from "./entry-roles.ts";

export type ActionKind =
  | "agree"
  | "refuse"
  | "accept"
  | "propose"
  | "withdraw"
  | "suspend"
  | "reactivate"
  | "revoke"
  | "release";

/** An action with what its person typed for it. */
export type Action =
  | { kind: Exclude<ActionKind, "propose" | "suspend" | "revoke"> }
  | { kind: "propose"; successor: string }
  | { kind: "suspend" | "revoke"; reason: string };

/** What an account with these roles can do with the entry as it stands: what the contract takes, and changes something. */
export function toActions({ entry, roles }: { entry: SignableEntry; roles: readonly Role[] }): ActionKind[] {
  const { status } = entry.agent;
  const { wallet, proposedHaftungsperson } = entry.consents;
  const is = (...any: Role[]) => any.some((role) => roles.includes(role));
  const isRunning = status === "Active" || status === "Suspended";
  const refusal = planRefusal({ entry, roles });
  const possible: Record<ActionKind, boolean> = {
    agree: isRunning && toMissingWords({ entry, roles }).length > 0,
    accept: isRunning && is("proposed"),
    refuse: refusal.releasesWallet || refusal.suspends || refusal.isNews,
    propose: isRunning && is("wallet", "creator", "haftungsperson"),
    withdraw: isRunning && proposedHaftungsperson !== null && is("wallet", "creator", "haftungsperson"),
    suspend: is("regulator") && status === "Active",
    reactivate: is("regulator") && status === "Suspended",
    revoke: is("regulator") && isRunning,
    release: is("regulator") && wallet.state === "none",
  };
  return (Object.keys(possible) as ActionKind[]).filter((kind) => possible[kind]);
}

type Part = Extract<Role, "wallet" | "haftungsperson" | "parent">;

/** The parts that this account holds in the record and has not agreed to. */
export function toMissingWords({ entry, roles }: { entry: SignableEntry; roles: readonly Role[] }): Part[] {
  const { wallet, haftungsperson, parent } = entry.consents;
  const words = { wallet, haftungsperson, parent };
  const parts: Part[] = ["wallet", "haftungsperson", "parent"];
  return parts.filter((part) => roles.includes(part) && words[part]?.state !== "agreed");
}

/** What a refusal by an account with these roles does; the contract's `declineAgent` takes all its parts at once. */
export function planRefusal({ entry, roles }: { entry: SignableEntry; roles: readonly Role[] }) {
  const { status } = entry.agent;
  const { wallet, haftungsperson, parent } = entry.consents;
  // Out of Suspended and Revoked only a regulator releases a wallet.
  const releasesWallet =
    roles.includes("wallet") && wallet.state === "none" && (status === "Active" || status === "Terminated");
  const asHaftungsperson = roles.includes("haftungsperson");
  const asParent = roles.includes("parent");
  return {
    releasesWallet,
    asHaftungsperson,
    asParent,
    suspends: asHaftungsperson && status === "Active" && !releasesWallet,
    isNews:
      (asHaftungsperson && haftungsperson.state !== "refused") || (asParent && parent?.state !== "refused"),
  };
}
