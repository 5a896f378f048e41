import type { Policy } from "@agent-registry/sdk";
import { type Command, InvalidArgumentError } from "commander";

export type PolicyOptions = { allowNotAgreed?: boolean; maxAttestationAge?: number; lineage?: boolean };

/** What is asked for beyond compliance. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option(
      "--allow-not-agreed",
      "do not ask whether wallet and Haftungsperson have agreed: a compliant agent is enough",
    )
    .option("--max-attestation-age <seconds>", "the last attestation may be no older", parseWholeSeconds)
    .option("--lineage", "no agent from which this one descends may be suspended, revoked or terminated");
}

export function toPolicy({ allowNotAgreed, maxAttestationAge, lineage }: PolicyOptions): Policy {
  return {
    ...(allowNotAgreed ? { consents: [] } : {}),
    ...(maxAttestationAge === undefined ? {} : { maxAttestationAgeSeconds: maxAttestationAge }),
    ...(lineage ? { lineage: "ancestors" } : {}),
  };
}

function parseWholeSeconds(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number of seconds, such as 86400 for a day.");
}
