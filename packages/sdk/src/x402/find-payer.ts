import { type Address, getAddress, isAddress } from "viem";

/** The members by which a payment is authorised: EIP-3009, and Permit2. */
const AUTHORIZATIONS: readonly string[] = ["authorization", "permit2Authorization"];

/**
 * Whose money a payment would take; undefined if that is not certain.
 *
 * Facilitators look for the member that they know and pass over the rest. So a payment with a member that is unknown here,
 * or with two authorisations, could name a compliant agent to us and charge another wallet.
 */
export function findPayer({ payload }: { payload: unknown }): Address | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const [authorization, ...others] = Object.entries(payload).filter(([name]) => name !== "signature");
  if (authorization === undefined || others.length > 0) return undefined;
  const [name, value] = authorization;
  return AUTHORIZATIONS.includes(name) ? toAddress(value?.from) : undefined;
}

const ADDRESS_LENGTH = 42;

/** An address in its usual spelling; undefined if the value is none, or is mistyped. */
export function toAddress(value: unknown): Address | undefined {
  // The length comes first: viem remembers what it is asked about, and strangers send texts of any length.
  if (typeof value !== "string" || value.length !== ADDRESS_LENGTH || !isAddress(value)) return undefined;
  return getAddress(value);
}
