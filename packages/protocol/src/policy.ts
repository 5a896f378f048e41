import { ASSURANCE_LEVELS, type CertifiedRule, PERSON_KINDS } from "./certificate.ts";
import { isAddressShaped } from "./checksum-address.ts";
import { MAX_POLICY_NOTARIES } from "./limits.ts";

/** Those whom a record names, and who may agree to it. */
export const PARTIES = ["wallet", "haftungsperson", "parent"] as const;
export type Party = (typeof PARTIES)[number];

/** Who of those whom a record names agreed to it, and who refused. A root's `parent` counts as agreed. */
export type Agreement = {
  consents: Record<Party, boolean>;
  refusals: Record<Exclude<Party, "wallet">, boolean>;
};

export const LINEAGE_RULES = ["ignore", "ancestors"] as const;
export const SELF_MODIFYING_RULES = ["allow", "refuse"] as const;
export const SELF_LIABLE_RULES = ["refuse", "allow"] as const;

/** What a provider asks for beyond compliance, which it always asks for. */
export type Policy = {
  /** Whose agreement to the record is asked for; `DEFAULT_CONSENTS` if not given. */
  consents?: readonly Party[] | undefined;
  /**
   * `allow`: the wallet's key may be the Haftungsperson's, too, so no other person answers. By default
   * `refuse`.
   */
  selfLiable?: (typeof SELF_LIABLE_RULES)[number] | undefined;
  /** The highest age of the attestation. More than seven days has no effect: it has lapsed by then. */
  maxAttestationAgeSeconds?: number | undefined;
  /** The record must be at least this old. */
  minRegisteredSeconds?: number | undefined;
  /** `ancestors`: no agent from which this one descends may be stopped. `ignore` if not given. */
  lineage?: (typeof LINEAGE_RULES)[number] | undefined;
  /** `refuse`: no agent that changes its own code. `allow` if not given. */
  selfModifying?: (typeof SELF_MODIFYING_RULES)[number] | undefined;
  /** An accredited notary must have certified who the Haftungsperson is. Not asked for if not given. */
  certified?: CertifiedRule | undefined;
};

/**
 * A wallet without agreement may be a stranger's entry; a Haftungsperson without agreement is not liable.
 */
export const DEFAULT_CONSENTS: readonly Party[] = ["wallet", "haftungsperson"];

/** What makes an agent non-compliant, whatever the policy. */
export const COMPLIANCE_OBJECTIONS = [
  "not-registered",
  "suspended",
  "revoked",
  "terminated",
  "attestation-lapsed",
] as const;
export type ComplianceObjection = (typeof COMPLIANCE_OBJECTIONS)[number];

/**
 * What can speak against an agent, in the order of answers: compliance first, without which nothing helps.
 */
export const OBJECTIONS = [
  ...COMPLIANCE_OBJECTIONS,
  "wallet-retired",
  "wallet-not-agreed",
  "haftungsperson-is-the-wallet",
  "haftungsperson-not-agreed",
  "haftungsperson-refused",
  "parent-not-agreed",
  "parent-refused",
  "haftungsperson-not-certified",
  "certificate-ended",
  "attestation-too-old",
  "registered-too-recently",
  "ancestor-suspended",
  "ancestor-revoked",
  "ancestor-terminated",
  "self-modifying",
] as const;
export type Objection = (typeof OBJECTIONS)[number];

/** Why the agent is not compliant; undefined if it is. */
export function findComplianceObjection(objections: readonly Objection[]): ComplianceObjection | undefined {
  return COMPLIANCE_OBJECTIONS.find((objection) => objections.includes(objection));
}

/** Where in a policy something is wrong, such as `["consents", 1]`, and what it must be. */
export type PolicyFault = { path: (string | number)[]; problem: string };

const isOneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);
const isSeconds = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const SECONDS = { isRight: isSeconds, problem: "must be a whole number of seconds from 0 on" };

const RULES: Record<
  Exclude<keyof Policy, "consents" | "certified">,
  { isRight(value: unknown): boolean; problem: string }
> = {
  selfLiable: { isRight: isOneOf(SELF_LIABLE_RULES), problem: "must be refuse or allow" },
  maxAttestationAgeSeconds: SECONDS,
  minRegisteredSeconds: SECONDS,
  lineage: { isRight: isOneOf(LINEAGE_RULES), problem: "must be ignore or ancestors" },
  selfModifying: { isRight: isOneOf(SELF_MODIFYING_RULES), problem: "must be allow or refuse" },
};

/**
 * What is wrong with a policy; undefined if nothing is. A misspelt rule is a fault: if it were ignored,
 * agents would be let in that the policy's author wanted to refuse.
 */
export function findPolicyFault(value: unknown): PolicyFault | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { path: [], problem: "must be an object" };
  }
  for (const [name, given] of Object.entries(value)) {
    const fault = findRuleFault(name, given);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findRuleFault(name: string, given: unknown): PolicyFault | undefined {
  if (name === "consents") return given === undefined ? undefined : findConsentsFault(given);
  if (name === "certified") return given === undefined ? undefined : findCertifiedFault(given);
  if (!Object.hasOwn(RULES, name)) {
    // An answer must not repeat a stranger's text of any length.
    const path = /^\w{1,40}$/.test(name) ? [name] : [];
    return {
      path,
      problem: `is not a rule: there are ${["consents", "certified", ...Object.keys(RULES)].join(", ")}`,
    };
  }
  const { isRight, problem } = RULES[name as keyof typeof RULES];
  return given === undefined || isRight(given) ? undefined : { path: [name], problem };
}

function findConsentsFault(given: unknown): PolicyFault | undefined {
  const problem = "must be wallet, haftungsperson or parent";
  if (!Array.isArray(given)) return { path: ["consents"], problem: `must be a list; each ${problem}` };
  const wrong = given.findIndex((party) => !PARTIES.includes(party));
  return wrong < 0 ? undefined : { path: ["consents", wrong], problem };
}

const NOTARIES = `must be a list of 1 to ${MAX_POLICY_NOTARIES} addresses`;

function findCertifiedFault(given: unknown): PolicyFault | undefined {
  const at = (name: string, problem: string) => ({ path: ["certified", name], problem });
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return { path: ["certified"], problem: "must be an object with a level" };
  const { level, kind, notaries, ...rest } = given as Record<keyof CertifiedRule, unknown>;
  if (!isOneOf(ASSURANCE_LEVELS)(level)) return at("level", "must be low, substantial or high");
  if (kind !== undefined && !isOneOf(PERSON_KINDS)(kind)) return at("kind", "must be natural or legal");
  if (notaries !== undefined) {
    const isList = Array.isArray(notaries) && notaries.length > 0 && notaries.length <= MAX_POLICY_NOTARIES;
    if (!isList || !notaries.every(isAddressShaped)) return at("notaries", NOTARIES);
  }
  if (Object.keys(rest).length > 0)
    return { path: ["certified"], problem: "may have level, kind and notaries, and nothing else" };
  return undefined;
}

/** A place in a value as people write it: `["policy", "consents", 1]` is `policy.consents[1]`. */
export function toPlace(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => {
    if (typeof step === "number") return `${place}[${step}]`;
    return place === "" ? String(step) : `${place}.${String(step)}`;
  }, "");
}
