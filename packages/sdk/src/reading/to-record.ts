import {
  type AgentRecord,
  ASSURANCE_LEVELS,
  type Certificate,
  PERSON_KINDS,
  type registryViewsAbi,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import type { Address, ContractFunctionReturnType } from "viem";
import { RegistryError } from "../errors/registry-error.ts";

type AgentTuple = ContractFunctionReturnType<typeof registryViewsAbi, "view", "getAgent">;

/** The contract's record in the form that the query API gives it. */
export function toAgentRecord(tuple: AgentTuple): AgentRecord {
  return {
    agentId: Number(tuple.agentId),
    creator: tuple.creator,
    haftungsperson: tuple.haftungsperson,
    agentWallet: tuple.agentWallet,
    constitutionHash: tuple.constitutionHash,
    capabilityHash: tuple.capabilityHash,
    operationalScope: tuple.operationalScope,
    parentAgentId: Number(tuple.parentAgentId),
    generation: Number(tuple.generation),
    selfModifying: tuple.selfModifying,
    registeredAt: toTimestamp(Number(tuple.registeredAt)),
    lastAttestation: toTimestamp(Number(tuple.lastAttestation)),
    lastRevenueReport: toTimestamp(Number(tuple.lastRevenueReport)),
    status: toAgentStatus(tuple.status),
  };
}

type Stored = { kind: number; level: number; until: bigint; accepted: boolean; accredited: boolean };

/** What the contract has of each of these notaries, without those that have certified nothing. */
export function toCertificates(notaries: readonly Address[], stored: readonly Stored[]): Certificate[] {
  return notaries.flatMap((notary, i) => {
    const found = stored[i];
    if (found === undefined || found.kind === 0) return [];
    const kind = PERSON_KINDS[found.kind - 1];
    const level = ASSURANCE_LEVELS[found.level - 1];
    if (kind === undefined || level === undefined)
      throw new RegistryError({
        reason: "chain-unreachable",
        message: "The RPC node's certificate is of a kind that is not known here: ask another node.",
      });
    const { until, accepted: isAccepted, accredited: isAccredited } = found;
    return { notary, kind, level, until: Number(until), isAccepted, isAccredited };
  });
}
