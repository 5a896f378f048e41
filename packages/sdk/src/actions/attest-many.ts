import { DEFAULT_MAX_REQUEST_GAS, registryReverts } from "@agent-registry/protocol";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { toRevertError } from "../errors/to-revert-error.ts";
import type { WriteResult } from "../send/written.ts";
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

type Progress = {
  attested: readonly number[];
  /** In the transaction that failed. */
  failed: readonly number[];
  /** In transactions that were not sent any more. */
  notSent: readonly number[];
};

/**
 * Some of a fleet's attestations were filed, then one transaction failed. It has that failure's `reason`, and
 * says of each agent what became of it.
 *
 * @example
 * if (error instanceof PartlyAttestedError) await registry.attestMany({ agentIds: error.notAttested });
 */
export class PartlyAttestedError extends RegistryError {
  readonly attested: readonly number[];
  readonly notAttested: readonly number[];
  /** Their transaction may still be mined. */
  readonly unknown: readonly number[];

  constructor({ attested, failed, notSent, cause }: Progress & { cause: RegistryError }) {
    const isUnknown = cause.reason === "outcome-unknown";
    const unknown = isUnknown ? failed : [];
    const notAttested = isUnknown ? notSent : [...failed, ...notSent];
    const groups = [
      { agents: attested, fate: "attested" },
      { agents: notAttested, fate: "not attested" },
      { agents: unknown, fate: "not known" },
    ];
    const fates = groups.map(({ agents, fate }) => `${fate}: ${toRanges(agents)}`).join("; ");
    const { reason, transactionHash, requestId } = cause;
    super({
      reason,
      message: `Of the agents, ${fates}. ${cause.message}`,
      cause,
      transactionHash,
      requestId,
    });
    this.attested = attested;
    this.notAttested = notAttested;
    this.unknown = unknown;
  }
}

/** `1-3, 7`: fleets are often numbered in a row. */
function toRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range !== undefined && number === range[1] + 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return (
    ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ") || "none"
  );
}
