import { checksumAddress } from "@agent-registry/protocol";
import type { Engine } from "@agent-registry/service";
import { type RawBuilder, sql } from "kysely";
import { type Address, zeroAddress } from "viem";
import type { FilingData } from "./filing-data.ts";
import type { Consents, Refusals } from "./records.ts";

// The parties as bits, in consents and in refusals alike.
export const WALLET = 1;
export const HAFTUNGSPERSON = 2;
export const PARENT = 4;

export function toConsentBits({ wallet, haftungsperson, parent }: Consents): number {
  return (wallet ? WALLET : 0) | toRefusalBits({ haftungsperson, parent });
}

export function toConsents(bits: number): Consents {
  return { wallet: (bits & WALLET) !== 0, ...toRefusals(bits) };
}

/** The contract's flags have a bit for self-modifying agents below those of the consents. */
export function fromContractFlags(flags: number): number {
  return flags >> 1;
}

export function toRefusalBits({ haftungsperson, parent }: Refusals): number {
  return (haftungsperson ? HAFTUNGSPERSON : 0) | (parent ? PARENT : 0);
}

export function toRefusals(bits: number): Refusals {
  return { haftungsperson: (bits & HAFTUNGSPERSON) !== 0, parent: (bits & PARENT) !== 0 };
}

type Refusal = FilingData["consent-refused"];

/** The parties as which the actor of a refusal refused. */
export function toRefused({ refusals, suspends, before }: Refusal): number {
  return (refusals & ~before.refusals) | (suspends ? HAFTUNGSPERSON : 0);
}

// If there is no proposal, or no attester, an event holds the zero address; tables and answers hold null.

export function fromProposal(proposal: string): Address | null {
  return proposal === zeroAddress ? null : checksumAddress(proposal);
}

/** As events have it, in lower case. */
export function toProposal(pending: string | null): string {
  return pending?.toLowerCase() ?? zeroAddress;
}

/**
 * Who answered for the agent before a handover, in lower case. Written as in the index `handovers_by_former`,
 * or the database would not use it.
 */
export function toFormerHaftungsperson(engine: Engine): RawBuilder<string> {
  return engine === "sqlite"
    ? sql<string>`(data ->> 'oldHaftungsperson')`
    : sql<string>`(data::json ->> 'oldHaftungsperson')`;
}
