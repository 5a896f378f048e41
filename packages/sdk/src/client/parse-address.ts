import { type Address, getAddress, isAddress } from "viem";
import { invalidInput } from "../errors/registry-error.ts";

/** An address, or one with its chain as CAIP-10 writes it: `eip155:84532:0x…`. */
export type AddressInput = Address | `eip155:${string}`;

/** If the register's chain is known, an address that names another chain is refused. */
export function parseAddress(input: { value: string; name: string; chainId: number | undefined }): Address {
  const { value, name, chainId } = input;
  const [, chain, account] = /^eip155:([1-9]\d{0,14}):(.*)$/s.exec(value) ?? [];
  const address = account ?? value;
  // Strict: mixed case with a wrong checksum is a mistyped address, or one that lost its capitals on the way.
  if (!isAddress(address)) throw invalidInput(`${name} ${explainInvalid(address, value)}`);
  if (chain !== undefined && chainId !== undefined && Number(chain) !== chainId)
    throw invalidInput(`${name} is on chain ${chain} (${value}), but the register is on chain ${chainId}.`);
  return getAddress(address);
}

function explainInvalid(address: string, value: string): string {
  if (!isAddress(address, { strict: false })) return `is not a valid address: ${value}`;
  const right = getAddress(address.toLowerCase());
  return `has a wrong checksum, so it may be mistyped: ${value}. If every digit is right, it is written ${right}`;
}
