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

export function toRefusalBits({ haftungsperson, parent }: Refusals): number {
  return (haftungsperson ? HAFTUNGSPERSON : 0) | (parent ? PARENT : 0);
}

export function toRefusals(bits: number): Refusals {
  return { haftungsperson: (bits & HAFTUNGSPERSON) !== 0, parent: (bits & PARENT) !== 0 };
}
