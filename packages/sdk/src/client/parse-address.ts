import { checksumAddress, isAddressShaped } from "@agent-registry/protocol";
import type { Address } from "viem";
import { invalidInput } from "../errors/registry-error.ts";

/** An address, or one with its chain as CAIP-10 writes it: `eip155:84532:0x…`. */
export type AddressInput = Address | `eip155:${string}`;

/** If the register's chain is known, an address that names another chain is refused. */
export function parseAddress(input: { value: string; name: string; chainId: number | undefined }): Address {
  const { value, name, chainId } = input;
  const [, chain, account] = /^eip155:([1-9]\d{0,14}):(.*)$/s.exec(value) ?? [];
  const address = account ?? value;
  if (!isAddressShaped(address)) throw invalidInput(`${name} is not a valid address: ${value}`);
  const checksummed = checksumAddress(address);
  // Mixed case with a wrong checksum is a mistyped address, or one that lost its capitals on the way.
  if (address !== checksummed && address !== address.toLowerCase()) {
    const advice = `If every digit is right, it is written ${checksummed}`;
    throw invalidInput(`${name} has a wrong checksum, so it may be mistyped: ${value}. ${advice}`);
  }
  if (chain !== undefined && chainId !== undefined && Number(chain) !== chainId)
    throw invalidInput(`${name} is on chain ${chain} (${value}), but the register is on chain ${chainId}.`);
  return checksummed;
}
