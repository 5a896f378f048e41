import { ASSURANCE_LEVELS, PERSON_KINDS } from "@agent-registry/protocol";
import type { AssuranceLevel, PersonKind, Policy } from "@agent-registry/sdk";
import { type Command, InvalidArgumentError, Option } from "commander";
import { invalidInput } from "../terminal/errors.ts";
import { collectNames } from "./parse-arguments.ts";

export type CertifiedOptions = { certified?: AssuranceLevel; notary?: string[]; personKind?: PersonKind };

export type PolicyOptions = CertifiedOptions & {
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
  return addCertifiedOptions(command)
    .option("--allow-not-agreed", "do not ask whether wallet and Haftungsperson have agreed")
    .option(...ALLOW_SELF_LIABLE)
    .option("--max-attestation-age <seconds>", "the last attestation may be no older", parseWholeSeconds)
    .option("--lineage", "no agent from which this one descends may be suspended, revoked or terminated");
}

/** What notaries must have certified about the Haftungsperson. */
export function addCertifiedOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--certified <level>",
        "a notary must have certified who the Haftungsperson is, so well or better",
      ).choices(ASSURANCE_LEVELS),
    )
    .option(
      "--notary <address>",
      "with --certified: only this notary; may be repeated. Needed if the chain is asked",
      collectNames,
    )
    .addOption(
      new Option("--person-kind <kind>", "with --certified: only such a person").choices(PERSON_KINDS),
    );
}

function toCertified({ certified: level, notary, personKind }: CertifiedOptions): Pick<Policy, "certified"> {
  if (level !== undefined) return { certified: { level, kind: personKind, notaries: notary } };
  if (notary === undefined && personKind === undefined) return {};
  const message = "--notary and --person-kind are for --certified: give that, too.";
  throw invalidInput(message);
}

export function toPolicy(options: PolicyOptions): Policy {
  const { allowNotAgreed, allowSelfLiable, maxAttestationAge, lineage } = options;
  return {
    ...(allowNotAgreed ? { consents: [] } : {}),
    ...(allowSelfLiable ? { selfLiable: "allow" } : {}),
    ...(maxAttestationAge === undefined ? {} : { maxAttestationAgeSeconds: maxAttestationAge }),
    ...toCertified(options),
    ...(lineage ? { lineage: "ancestors" } : {}),
  };
}

function parseWholeSeconds(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number of seconds, such as 86400 for a day.");
}
