import { DEFAULT_MAX_REQUEST_GAS, registryReverts } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { PartlyAttestedError } from "../errors/partly-attested-error.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { toRevertError } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/write-result.ts";
import { ATTEST_ADVICE } from "./attest.ts";
import { type AgentId, parseAgentId } from "./parse-arguments.ts";
import { writeRegistry } from "./write-registry.ts";

export type FleetAttestation = { agentIds: number[]; transactions: WriteResult[] };

/**
 * Attests compliance for many agents, in as few transactions as fit. If one of the agents cannot be
 * attested, nor are the others in its transaction; if an earlier transaction was filed already, the error is
 * a `PartlyAttestedError`.
 *
 * @example
 * const { transactions } = await registry.attestMany({ agentIds: [7, 8, 9] });
 */
export async function attestMany(
  client: RegistryClient,
  input: { agentIds: readonly AgentId[] },
): Promise<FleetAttestation> {
  const ids = [...new Set(input.agentIds.map(parseAgentId))];
  if (ids.length === 0) throw toRevertError({ revert: registryReverts.noAgentsGiven });
  const batches = toBatches({ ids, size: maxBatch({ isRelayed: client.relayerUrl !== undefined }) });
  const transactions: WriteResult[] = [];
  for (const [index, batch] of batches.entries()) {
    try {
      const call = { functionName: "attestComplianceMany", args: [batch], advice: ATTEST_ADVICE } as const;
      transactions.push(await writeRegistry(client, call));
    } catch (cause) {
      if (batches.length === 1 || !(cause instanceof RegistryError)) throw cause;
      throw new PartlyAttestedError({
        attested: batches.slice(0, index).flat().map(Number),
        failed: batch.map(Number),
        notSent: batches
          .slice(index + 1)
          .flat()
          .map(Number),
        cause,
      });
    }
  }
  return { agentIds: ids.map(Number), transactions };
}

/** By a Haftungsperson of agents that have attesters; the gas table of the contracts has the figures. */
const GAS_PER_AGENT = 13_500n;
/** A transaction's own price, and the request's way through the forwarder. */
const BASE_GAS = 40_000n;
/** Well below what chains allow a single transaction. */
const MAX_DIRECT_GAS = 10_000_000n;

/** How many agents fit a transaction, with a tenth of its gas to spare. */
export function maxBatch({ isRelayed }: { isRelayed: boolean }): number {
  const limit = isRelayed ? DEFAULT_MAX_REQUEST_GAS : MAX_DIRECT_GAS;
  return Number(((limit * 9n) / 10n - BASE_GAS) / GAS_PER_AGENT);
}

/** As few batches as possible, all of about the same size. */
export function toBatches({ ids, size }: { ids: readonly bigint[]; size: number }): bigint[][] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, index) =>
    ids.slice(Math.round((index * ids.length) / count), Math.round(((index + 1) * ids.length) / count)),
  );
}
