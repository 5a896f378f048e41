import { type Address, zeroAddress } from "viem";
import { toChecksumAddress } from "./to-checksum-address.ts";

// Events tell "nobody is proposed as Haftungsperson" by the zero address, tables and answers by null.

export function fromProposal(proposal: string): Address | null {
  return proposal === zeroAddress ? null : toChecksumAddress(proposal);
}

/** As events tell it, in lower case. */
export function toProposal(pending: string | null): string {
  return pending?.toLowerCase() ?? zeroAddress;
}
