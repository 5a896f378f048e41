import type { Agreement, KyaAgent, KyaVerdict } from "../actions/kya.ts";

/** Whose agreement to an agent's record a provider asks for. */
export type AdmissionPolicy = {
  /** On unless told otherwise: a wallet that has not agreed may have been entered by a stranger. */
  walletAgreement?: boolean | undefined;
  /** On unless told otherwise: a name without agreement is nobody's liability. */
  haftungspersonAgreement?: boolean | undefined;
  /** Off unless told otherwise: whether those who answer for the parent acknowledge the child. A root needs none. */
  parentAgreement?: boolean | undefined;
};

/** A party that the policy asks for has not agreed to the record, or has refused it. */
export type AgreementObjection =
  | "wallet-not-agreed"
  | "haftungsperson-not-agreed"
  | "haftungsperson-refused"
  | "parent-not-agreed"
  | "parent-refused";

export type Objection = Exclude<KyaVerdict["reason"], "active-and-attested"> | AgreementObjection;

/**
 * Whether a provider with this policy serves a wallet: the agent, or what speaks against it. Compliance comes
 * first, since without it nobody's agreement helps.
 *
 * @example
 * const decision = applyPolicy({ verdict: await registry.kya({ wallet }), policy: {} });
 * if ("objection" in decision) refuse(decision.objection);
 */
export function applyPolicy(input: {
  verdict: KyaVerdict;
  policy: AdmissionPolicy;
}): { agent: KyaAgent } | { objection: Objection } {
  const { verdict, policy } = input;
  if (verdict.verdict !== "compliant") return { objection: verdict.reason };
  const objection = findMissingAgreement({ agreement: verdict, policy });
  return objection === undefined ? { agent: verdict.agent } : { objection };
}

function findMissingAgreement(input: {
  agreement: Agreement;
  policy: AdmissionPolicy;
}): AgreementObjection | undefined {
  const { consents, refusals } = input.agreement;
  const { walletAgreement, haftungspersonAgreement, parentAgreement } = input.policy;
  // Only a plain `false` leaves a party out: anything else that untyped code passes keeps the check.
  if (walletAgreement !== false && !consents.wallet) return "wallet-not-agreed";
  if (haftungspersonAgreement !== false && !consents.haftungsperson) {
    return refusals.haftungsperson ? "haftungsperson-refused" : "haftungsperson-not-agreed";
  }
  if (parentAgreement && !consents.parent) return refusals.parent ? "parent-refused" : "parent-not-agreed";
  return undefined;
}
