import type { AgentStatus } from "./agent.ts";
import { type BestCertificate, type Certificate, judgeCertificates } from "./certificate.ts";
import { isAttestationCurrent, type Standing, secondsSinceAttestation } from "./compliance.ts";
import { type Agreement, DEFAULT_CONSENTS, type Objection, type Policy } from "./policy.ts";

/** An agent above another one, as far as a decision about that one needs it. */
export type Ancestor = {
  status: AgentStatus;
  parentAgentId: number;
  consents: { parent: boolean };
  refusals: { parent: boolean };
};

/**
 * A wallet's record, as far as a decision needs it. Times are whole seconds since the epoch. What may be left
 * out is what not every source knows: if a policy asks for it then, `decide` throws, and the agent is not let
 * in.
 */
export type RegisterEntry = Standing &
  Agreement & {
    agentWallet: string;
    haftungsperson: string;
    registeredAt?: number | undefined;
    selfModifying?: boolean | undefined;
    /** 0 for a root. */
    parentAgentId?: number | undefined;
    /** From the parent up to the root. Those above a parent that does not count need not be there. */
    ancestors?: readonly Ancestor[] | undefined;
    /** Those of the Haftungsperson: all of them, those of the notaries that the policy names, or the best that counts. */
    certificates?: readonly Certificate[] | BestCertificate | undefined;
  };

/** A wallet that was replaced in the record of this agent. It is not registered, and never will be. */
export type RetiredWallet = { retiredFrom: number };

export type Decision = {
  admissible: boolean;
  /** In the order of `OBJECTIONS`. Each rule is judged by itself: a suspended agent may have lapsed as well. */
  objections: Objection[];
};

/**
 * Whether a provider with this policy serves the agent, and everything that speaks against it. The one place
 * where API, SDK, middleware, command line and dashboard decide. `entry` is null for a wallet that is not
 * registered.
 *
 * @example
 * const { admissible, objections } = decide(entry, { lineage: "ancestors" }, now);
 */
export function decide(entry: RegisterEntry | RetiredWallet | null, policy: Policy, now: number): Decision {
  if (entry === null) return { admissible: false, objections: ["not-registered"] };
  if ("retiredFrom" in entry) return { admissible: false, objections: ["not-registered", "wallet-retired"] };
  const objections: Objection[] = [];
  if (entry.status !== "Active") objections.push(STATUS_OBJECTIONS[entry.status]);
  if (!isAttestationCurrent(entry, now)) objections.push("attestation-lapsed");
  objections.push(...judgeParties(entry, policy));
  if (policy.certified !== undefined) {
    const certificates = required(entry.certificates, "certificates");
    const objection = judgeCertificates(certificates, policy.certified, now);
    if (objection !== undefined) objections.push(objection);
  }
  addAges(objections, entry, policy, now);
  if (policy.lineage === "ancestors") addAncestors(objections, entry, policy.consents ?? DEFAULT_CONSENTS);
  if (policy.selfModifying === "refuse" && required(entry.selfModifying, "selfModifying"))
    objections.push("self-modifying");
  return { admissible: objections.length === 0, objections };
}

const STATUS_OBJECTIONS = { Suspended: "suspended", Revoked: "revoked", Terminated: "terminated" } as const;
const ANCESTOR_OBJECTIONS = {
  Suspended: "ancestor-suspended",
  Revoked: "ancestor-revoked",
  Terminated: "ancestor-terminated",
} as const;

/** What speaks against those whom a record names, however the agent stands. */
export function judgeParties(
  entry: Pick<RegisterEntry, "agentWallet" | "haftungsperson" | "consents" | "refusals">,
  { consents: asked = DEFAULT_CONSENTS, selfLiable }: Pick<Policy, "consents" | "selfLiable">,
): Objection[] {
  const objections: Objection[] = [];
  const { consents, refusals } = entry;
  if (asked.includes("wallet") && !consents.wallet) objections.push("wallet-not-agreed");
  if (selfLiable !== "allow" && isSelfLiable(entry)) objections.push("haftungsperson-is-the-wallet");
  for (const party of ["haftungsperson", "parent"] as const) {
    if (!asked.includes(party) || consents[party]) continue;
    objections.push(refusals[party] ? `${party}-refused` : `${party}-not-agreed`);
  }
  return objections;
}

/** Whether the wallet is its own Haftungsperson. Addresses come with and without the capitals of their checksum. */
export function isSelfLiable(entry: Pick<RegisterEntry, "agentWallet" | "haftungsperson">): boolean {
  const wallet = required(entry.agentWallet, "agentWallet");
  return wallet.toLowerCase() === required(entry.haftungsperson, "haftungsperson").toLowerCase();
}

function addAges(objections: Objection[], entry: RegisterEntry, policy: Policy, now: number): void {
  const { maxAttestationAgeSeconds, minRegisteredSeconds } = policy;
  if (
    maxAttestationAgeSeconds !== undefined &&
    secondsSinceAttestation(entry, now) > maxAttestationAgeSeconds
  )
    objections.push("attestation-too-old");
  if (
    minRegisteredSeconds !== undefined &&
    now - required(entry.registeredAt, "registeredAt") < minRegisteredSeconds
  )
    objections.push("registered-too-recently");
}

/**
 * Anyone may enter an agent under any parent. So an ancestor counts only if those who answer for it agreed to
 * the child below it, or if the policy asks for that agreement; an ancestor above one that does not count
 * does not count either. A refusal takes the agreement back, and the record does not show whether there was
 * one: the parent counts all the same, or else a revoked one could free its children by refusing them.
 */
function addAncestors(
  objections: Objection[],
  entry: RegisterEntry,
  asked: NonNullable<Policy["consents"]>,
): void {
  const found = new Set<AgentStatus>();
  let parentAgentId = required(entry.parentAgentId, "parentAgentId");
  let child: Pick<Ancestor, "consents" | "refusals"> = entry;
  const hasParentSpoken = () => child.consents.parent || child.refusals.parent;
  for (let level = 0; parentAgentId !== 0 && (hasParentSpoken() || asked.includes("parent")); level += 1) {
    const ancestor = required(entry.ancestors?.[level], "ancestors");
    found.add(ancestor.status);
    parentAgentId = ancestor.parentAgentId;
    child = ancestor;
  }
  for (const status of ["Suspended", "Revoked", "Terminated"] as const)
    if (found.has(status)) objections.push(ANCESTOR_OBJECTIONS[status]);
}

function required<T>(fact: T | undefined, name: keyof RegisterEntry): T {
  if (fact !== undefined) return fact;
  throw new TypeError(`This policy asks for what the source of the entry does not tell: ${name}`);
}
