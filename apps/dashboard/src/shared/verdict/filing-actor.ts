import type { Filing, PersonRole } from "@agent-registry/protocol";

export type StatusFiling = Extract<Filing, { kind: "status-changed" }>;
export type ReleaseFiling = Extract<Filing, { kind: "wallet-released" }>;
export type Parties = {
  agentWallet: string;
  creator: string;
  haftungsperson: string;
  /** Those who have handed over, as far as the history is known. */
  formerHaftungspersonen?: readonly string[];
  /** Those that were replaced, as far as the history is known. */
  formerWallets?: readonly string[];
};

type StatusCause = "haftungsperson-declined" | "wallet-declined" | "wallet-released" | "regulator" | "party";

/** The reasons that the contract itself files with a decline or release. */
const CAUSES: Record<string, StatusCause> = {
  "Suspended: Declined by the Haftungsperson": "haftungsperson-declined",
  "Terminated: Declined by the wallet": "wallet-declined",
  "Terminated: Wallet released by a regulator": "wallet-released",
};

/** What brought an agent into a state. Whatever is not one of the parties' declines is a regulator's, or self-termination. */
export function toStatusCause({
  newStatus,
  reason,
}: Pick<StatusFiling, "newStatus" | "reason">): StatusCause {
  return CAUSES[`${newStatus}: ${reason}`] ?? (newStatus === "Terminated" ? "party" : "regulator");
}

type ActorInput = { filing: Filing; parties: Parties | undefined };

/**
 * Who filed a change, by the role in the record if there is one: an address alone says little to a reader.
 */
export function toActor({ filing, parties }: ActorInput): string {
  return toActorByFiling({ filing, parties }) ?? toActorByAddress({ filing, parties });
}

/** In which of the roles that have a page the actor filed this, by the words that say so. */
export function toActorRole(words: string): PersonRole | null {
  if (words.endsWith(" Haftungsperson")) return "haftungsperson";
  return words.endsWith(" creator") ? "creator" : null;
}

/** The role that the actor must have had to file this. Another account may hold it today. */
function toActorByFiling({ filing, parties }: ActorInput): string | undefined {
  switch (filing.kind) {
    case "status-changed":
      return toActorByCause({ filing, parties });
    case "consent-given":
    case "consent-refused": {
      const word = filing.kind === "consent-given" ? filing.given : filing.refused;
      if ("wallet" in word && word.wallet) return toWallet({ filing, parties });
      if (word.haftungsperson) return toHaftungsperson({ filing, parties });
      return word.parent ? "by the parent" : undefined;
    }
    case "wallet-released":
      return filing.actor === filing.agentWallet ? "by the agent’s wallet" : "by a regulator";
    case "haftungsperson-changed":
      return "by the new Haftungsperson";
    case "wallet-proposed":
      return toHaftungsperson({ filing, parties });
    case "wallet-changed":
      return "by the new wallet";
    case "person-certified":
      return "by the notary";
    case "certificate-accepted":
      return "by the person";
    case "certificate-ended":
      if (filing.actor === filing.person) return "by the person";
      return filing.actor === filing.notary ? "by the notary" : "by a regulator";
    case "notary-added":
    case "notary-removed":
      return "by the register’s owner";
    case "registered":
    case "attested":
    case "revenue-reported":
    case "capabilities-updated":
    case "constitution-updated":
    case "haftungsperson-proposed":
    case "attester-changed":
      return undefined;
    default:
      filing satisfies never;
      return undefined;
  }
}

function toActorByCause({ filing, parties }: { filing: StatusFiling; parties: Parties | undefined }) {
  switch (toStatusCause(filing)) {
    case "haftungsperson-declined":
      return toHaftungsperson({ filing, parties });
    case "wallet-declined":
      return toWallet({ filing, parties });
    case "wallet-released":
    case "regulator":
      return "by a regulator";
    case "party":
      return undefined;
  }
}

function toHaftungsperson({ filing, parties }: ActorInput): string {
  const isFormer = parties !== undefined && filing.actor !== parties.haftungsperson;
  return isFormer ? "by the former Haftungsperson" : "by the Haftungsperson";
}

function toWallet({ filing, parties }: ActorInput): string {
  const isFormer = parties !== undefined && filing.actor !== parties.agentWallet;
  return isFormer ? "by the agent’s former wallet" : "by the agent’s wallet";
}

function toActorByAddress({ filing, parties }: ActorInput): string {
  if (filing.actor === parties?.agentWallet) return "by the agent’s wallet";
  if (filing.actor === parties?.haftungsperson) return "by the Haftungsperson";
  if (filing.actor === parties?.creator) return "by the creator";
  if (parties?.formerHaftungspersonen?.includes(filing.actor)) return "by the former Haftungsperson";
  if (parties?.formerWallets?.includes(filing.actor)) return "by the agent’s former wallet";
  // Apart from wallet, creator and Haftungsperson, only the attester of that time could attest.
  return filing.kind === "attested" && parties !== undefined ? "by the attester" : "by another party";
}
