import type { AgentRecord, ConsentsResponse } from "@agent-registry/protocol";
import type { SignableEntry } from "../roles.ts";

export const PEOPLE = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  haftungsperson: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  creator: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  parent: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
  proposed: "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc",
  newWallet: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
  attester: "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
  stranger: "0x976EA74026E726554dB657fA54763abd0C3a0aa9",
} as const;

const HASH = `0x${"00".repeat(32)}` as const;
const WORD = {
  since: null,
  transactionHash: null,
  changedSince: { constitution: false, capabilities: false },
};

type Words = {
  status?: AgentRecord["status"];
  wallet?: ConsentsResponse["wallet"]["state"];
  haftungsperson?: ConsentsResponse["haftungsperson"]["state"];
  /** Null for a root. */
  parent?: "agreed" | "refused" | "none" | null;
  proposed?: boolean;
  pendingWallet?: boolean;
  attester?: boolean;
  isCreatorRetired?: boolean;
  isSuspendedByRefusal?: boolean;
};

/** By default, an active root entry in which no party has agreed or refused yet. */
export function buildEntry({
  status = "Active",
  wallet = "none",
  haftungsperson = "none",
  parent = null,
  proposed = false,
  pendingWallet = false,
  attester = false,
  isCreatorRetired = false,
  isSuspendedByRefusal = false,
}: Words = {}): SignableEntry {
  return {
    agent: {
      agentId: 7,
      creator: PEOPLE.creator,
      haftungsperson: PEOPLE.haftungsperson,
      agentWallet: PEOPLE.wallet,
      constitutionHash: HASH,
      capabilityHash: HASH,
      operationalScope: "Trades power",
      parentAgentId: parent === null ? 0 : 3,
      generation: 0,
      selfModifying: false,
      registeredAt: "2026-03-01T12:00:00.000Z",
      lastAttestation: "2026-03-01T12:00:00.000Z",
      lastRevenueReport: "1970-01-01T00:00:00.000Z",
      status,
    },
    consents: {
      agentId: 7,
      recordHash: HASH,
      wallet: { ...WORD, state: wallet },
      haftungsperson: { ...WORD, state: haftungsperson, address: PEOPLE.haftungsperson },
      parent: parent === null ? null : { ...WORD, state: parent },
      proposedHaftungsperson: proposed ? PEOPLE.proposed : null,
      pendingWallet: pendingWallet ? PEOPLE.newWallet : null,
      attester: attester ? PEOPLE.attester : null,
    },
    parentParties: parent === null ? [] : [PEOPLE.parent],
    isCreatorRetired,
    isSuspendedByRefusal,
  };
}
