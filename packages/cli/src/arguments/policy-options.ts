import type { Policy } from "@agent-registry/sdk";
import { type Command, InvalidArgumentError } from "commander";

export type PolicyOptions = {
  allowNotAgreed?: boolean;
  allowSelfLiable?: boolean;
  maxAttestationAge?: number;
  lineage?: boolean;
};

export const ALLOW_SELF_LIABLE = [
  "--allow-self-liable",
  "take a wallet that is its own Haftungsperson, too, so that nobody else answers for it",
] as const;

/** What is asked for beyond compliance. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option("--allow-not-agreed", "do not ask whether wallet and Haftungsperson have agreed")
    .option(...ALLOW_SELF_LIABLE)
    .option("--max-attestation-age <seconds>", "the last attestation may be no older", parseWholeSeconds)
    .option("--lineage", "no agent from which this one descends may be suspended, revoked or terminated");
}

export function toPolicy(options: PolicyOptions): Policy {
  const { allowNotAgreed, allowSelfLiable, maxAttestationAge, lineage } = options;
  return {
    ...(allowNotAgreed ? { consents: [] } : {}),
    ...(allowSelfLiable ? { selfLiable: "allow" } : {}),
    ...(maxAttestationAge === undefined ? {} : { maxAttestationAgeSeconds: maxAttestationAge }),
    ...(lineage ? { lineage: "ancestors" } : {}),
  };
}

function parseWholeSeconds(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number of seconds, such as 86400 for a day.");
}
