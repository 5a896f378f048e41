import {
  ASSURANCE_LEVELS,
  type AssuranceLevel,
  type Filing,
  PERSON_KINDS,
  type PersonKind,
  type RegisterFiling,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Hash, Hex } from "viem";
import { type FilingData, parseFiling } from "../filing-data.ts";
import { fromProposal, HAFTUNGSPERSON, toConsents, toRefusals } from "../parties.ts";
import type { FilingRow } from "../schema.ts";
import { toChecksumAddress } from "../stored-values.ts";

export function toReport({
  amount,
  currency,
  category,
  periodStart,
  periodEnd,
}: FilingData["revenue-reported"]) {
  return {
    amount,
    currency,
    category,
    periodStart: toTimestamp(periodStart),
    periodEnd: toTimestamp(periodEnd),
  };
}

/** A stored filing as the API returns it. */
export function toFiling(row: FilingRow): Filing {
  const shared = {
    timestamp: toTimestamp(row.timestamp),
    blockNumber: row.block_number,
    transactionHash: row.transaction_hash as Hex,
    actor: toChecksumAddress(row.actor),
  };
  const filing = parseFiling(row);
  switch (filing.kind) {
    case "registered": {
      const { parentAgentId, haftungsperson, agentWallet } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        parentAgentId,
        haftungsperson: toChecksumAddress(haftungsperson),
        agentWallet: toChecksumAddress(agentWallet),
      };
    }
    case "attested":
      return {
        kind: filing.kind,
        ...shared,
        previousAttestation: toTimestamp(filing.data.previousAttestation),
      };
    case "revenue-reported":
      return { kind: filing.kind, ...shared, ...toReport(filing.data) };
    case "capabilities-updated":
    case "constitution-updated": {
      const { oldHash, newHash } = filing.data;
      return { kind: filing.kind, ...shared, oldHash: oldHash as Hex, newHash: newHash as Hex };
    }
    case "status-changed": {
      const { oldStatus, newStatus, reason } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldStatus: toAgentStatus(oldStatus),
        newStatus: toAgentStatus(newStatus),
        reason,
      };
    }
    case "consent-given": {
      const { consents, given } = filing.data;
      return { kind: filing.kind, ...shared, ...toConsents(consents), given: toConsents(given) };
    }
    case "consent-refused": {
      const { refusals, suspends, before } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        ...toRefusals(refusals),
        refused: toRefusals((refusals & ~before.refusals) | (suspends ? HAFTUNGSPERSON : 0)),
        suspends,
      };
    }
    case "wallet-released":
      return { kind: filing.kind, ...shared, agentWallet: toChecksumAddress(filing.data.agentWallet) };
    case "haftungsperson-proposed":
    case "wallet-proposed": {
      const { oldProposal, newProposal } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldProposal: fromProposal(oldProposal),
        newProposal: fromProposal(newProposal),
      };
    }
    case "haftungsperson-changed": {
      const { oldHaftungsperson, newHaftungsperson } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldHaftungsperson: toChecksumAddress(oldHaftungsperson),
        newHaftungsperson: toChecksumAddress(newHaftungsperson),
      };
    }
    case "wallet-changed": {
      const { oldWallet, newWallet } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldWallet: toChecksumAddress(oldWallet),
        newWallet: toChecksumAddress(newWallet),
      };
    }
    case "person-certified": {
      const { personKind, level, until, ref } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        ...toCertificateParties(filing.data),
        personKind: PERSON_KINDS[personKind - 1] as PersonKind,
        level: ASSURANCE_LEVELS[level - 1] as AssuranceLevel,
        until: toTimestamp(until),
        ref: ref as Hex,
      };
    }
    case "certificate-accepted":
    case "certificate-ended":
      return { kind: filing.kind, ...shared, ...toCertificateParties(filing.data) };
    case "notary-added":
    case "notary-removed":
      return { kind: filing.kind, ...shared, notary: toChecksumAddress(filing.data.notary) };
    case "attester-changed": {
      const { oldAttester, newAttester } = filing.data;
      return {
        kind: filing.kind,
        ...shared,
        oldAttester: fromProposal(oldAttester),
        newAttester: fromProposal(newAttester),
      };
    }
  }
}

function toCertificateParties({ person, notary }: { person: string; notary: string }) {
  return { person: toChecksumAddress(person), notary: toChecksumAddress(notary) };
}

/** The same with its place in the register and in the chain. */
export function toRegisterFiling(row: FilingRow): RegisterFiling {
  return {
    sequence: row.sequence,
    agentId: row.agent_id,
    ...toFiling(row),
    blockHash: row.block_hash as Hash,
    logIndex: row.log_index,
  };
}
