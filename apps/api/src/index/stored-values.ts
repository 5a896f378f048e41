import { type Address, checksumAddress } from "viem";

/**
 * PostgreSQL cannot store a NUL character in a text, and an agent may put one into its scope. So NUL is
 * stored escaped, on both engines.
 */
const ESCAPE = "\u001b";

export function toStoredText(text: string): string {
  if (!text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll("\0", `${ESCAPE}0`);
}

export function fromStoredText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored;
  return stored.replaceAll(`${ESCAPE}0`, "\0").replaceAll(`${ESCAPE}1`, ESCAPE);
}

/** Saves hashing: the same creators and Haftungspersonen come again and again. */
const MAX_REMEMBERED = 20_000;
const remembered = new Map<string, Address>();

/** The checksummed form of a lower-case address. */
export function toChecksumAddress(address: string): Address {
  let checksummed = remembered.get(address);
  if (checksummed === undefined) {
    checksummed = checksumAddress(address as Address);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(address, checksummed);
  }
  return checksummed;
}
