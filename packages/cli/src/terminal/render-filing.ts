import type { RegisterFiling } from "@agent-registry/sdk";
import { sanitize } from "./render.ts";

/** A filing in one line: its number, when, whose, what, by whom, and where in the chain. */
export function renderFiling(filing: RegisterFiling): string {
  const {
    sequence,
    timestamp,
    agentId,
    kind,
    actor,
    blockNumber,
    blockHash,
    transactionHash,
    logIndex,
    ...rest
  } = filing;
  // Quoted, so that no text of a stranger looks like another field.
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = [
    sequence,
    timestamp,
    `agent ${agentId}`,
    kind,
    ...facts,
    `by ${actor}`,
    `block ${blockNumber}`,
    transactionHash,
  ];
  return sanitize(words.join("  "));
}
