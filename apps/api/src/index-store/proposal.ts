import { type Address, zeroAddress } from "viem";
import { toChecksumAddress } from "./to-checksum-address.ts";

// If no Haftungsperson is proposed, an event holds the zero address; tables and answers hold null.

export function fromProposal(proposal: string): Address | null {
  return proposal === zeroAddress ? null : toChecksumAddress(proposal);
}

/** As events tell it, in lower case. */
export function toProposal(pending: string | null): string {
  return pending?.toLowerCase() ?? zeroAddress;
}
