import type { Consents } from "./index-reader.ts";

const WALLET = 1;
const HAFTUNGSPERSON = 2;
const PARENT = 4;

export function toConsentBits({ wallet, haftungsperson, parent }: Consents): number {
  return (wallet ? WALLET : 0) | (haftungsperson ? HAFTUNGSPERSON : 0) | (parent ? PARENT : 0);
}

export function toConsents(bits: number): Consents {
  return {
    wallet: (bits & WALLET) !== 0,
    haftungsperson: (bits & HAFTUNGSPERSON) !== 0,
    parent: (bits & PARENT) !== 0,
  };
}
