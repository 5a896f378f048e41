/** An event of the Registry contract, decoded. Addresses are lower case. */
export type RegistryEvent = {
  /** 0 if it is about a person or a notary, not an agent. */
  agentId: number;
  /** Who caused it; for a registration the creator. */
  actor: string;
  timestamp: number;
  blockNumber: number;
  blockHash: string;
  logIndex: number;
  transactionHash: string;
} & EventBody;

export type EventBody =
  | {
      kind: "registered";
      agentWallet: string;
      haftungsperson: string;
      constitutionHash: string;
      capabilityHash: string;
      operationalScope: string;
      /** Only if the text does not give the chain's bytes back. */
      scopeHash: string | null;
      parentAgentId: number;
      generation: number;
      selfModifying: boolean;
      consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
    }
  | { kind: "attested"; previousAttestation: number }
  | {
      kind: "revenue-reported";
      amount: number;
      currency: string;
      category: string;
      periodStart: number;
      periodEnd: number;
    }
  | { kind: "capabilities-updated" | "constitution-updated"; oldHash: string; newHash: string }
  | { kind: "status-changed"; oldStatus: number; newStatus: number; reason: string }
  /** All consents that stand after it, and as what the actor agreed, by the contract's flags. */
  | {
      kind: "consent-given";
      consents: { wallet: boolean; haftungsperson: boolean; parent: boolean };
      places: number;
    }
  /** All refusals that stand after it. */
  | {
      kind: "consent-refused";
      refusals: { haftungsperson: boolean; parent: boolean };
      suspends: boolean;
    }
  | { kind: "wallet-released"; agentWallet: string }
  /** The zero address stands for no proposal. */
  | { kind: "haftungsperson-proposed"; oldProposal: string; newProposal: string }
  | { kind: "haftungsperson-changed"; oldHaftungsperson: string; newHaftungsperson: string }
  | { kind: "wallet-proposed"; oldProposal: string; newProposal: string }
  | { kind: "wallet-changed"; oldWallet: string; newWallet: string }
  /** The zero address stands for no attester. */
  | { kind: "attester-changed"; oldAttester: string; newAttester: string }
  | PersonEventBody;

/** What is certified about persons, and who may certify. */
export type PersonEventBody =
  | {
      kind: "person-certified";
      person: string;
      notary: string;
      personKind: number;
      level: number;
      until: number;
      ref: string;
    }
  | { kind: "certificate-accepted" | "certificate-ended"; person: string; notary: string }
  | { kind: "notary-added" | "notary-removed"; notary: string };
