import { RegistryError } from "@agent-registry/sdk";
import type { RecordWithParties } from "./get-record.ts";
import { nameParts, type Part } from "./parts.ts";

/** The contract would take a second agreement and change nothing, and the relayer or the account would pay for it. */
export function requireNewAgreement({ record, parts }: { record: RecordWithParties; parts: Part[] }): void {
  if (parts.some((part) => record.consents[part] !== "agreed")) return;
  throw new RegistryError({
    reason: "invalid-input",
    message: `You have agreed to agent ${record.agent.agentId} as ${nameParts(parts)} already. Nothing was written.`,
  });
}
