import type { FaultCode } from "./erc8128/fault.ts";

/**
 * How an agent may prove that it sent a request: by ERC-8128 in its newest draft, by ERC-8128 as the library
 * `@slicekit/erc8128` speaks it, or by the `agent-proof` header.
 */
export type ProofScheme = "erc8128" | "erc8128-legacy" | "agent-proof";

export const PROOF_SCHEMES: readonly ProofScheme[] = ["erc8128", "erc8128-legacy", "agent-proof"];

/** The WWW-Authenticate header: what is accepted, and what is wrong with the signature that came. */
export function toChallenge({
  accept,
  code,
}: {
  accept: readonly ProofScheme[];
  code: FaultCode | undefined;
}): string {
  const takesSignatures = accept.some((scheme) => scheme !== "agent-proof");
  return [
    ...(takesSignatures ? [code === undefined ? "ERC8128" : `ERC8128 error="${code}"`] : []),
    ...(accept.includes("agent-proof") ? ["AgentProof"] : []),
  ].join(", ");
}
