import { RegistryError } from "./registry-error.ts";

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
    const told = groups.map(({ agents, fate }) => `${fate}: ${toRanges(agents)}`).join("; ");
    const { reason, transactionHash, requestId } = cause;
    super({ reason, message: `Of the agents, ${told}. ${cause.message}`, cause, transactionHash, requestId });
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
