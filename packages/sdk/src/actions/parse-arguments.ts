import { findMoment, findPolicyFault, MAX_AMOUNT, type Policy, toPlace } from "@agent-registry/protocol";
import { type Address, getAddress, isHex, zeroAddress } from "viem";
import type { ApiClient } from "../client/api-client.ts";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { invalidInput } from "../errors/registry-error.ts";

/** An agent's id, as a number like in records or as a bigint like in the contract. */
export type AgentId = number | bigint;

export function parseAgentId(agentId: AgentId): bigint {
  const isWhole = typeof agentId === "bigint" || Number.isSafeInteger(agentId);
  if (!isWhole || agentId < 1)
    throw invalidInput(`An agent's id is a whole number from 1 on, not ${agentId}.`);
  return BigInt(agentId);
}

/** What is asked about; `chainId` is the register's, if it is known. */
export function parseWallet({ chainId }: Pick<ApiClient, "chainId">, value: string): Address {
  return parseAddress({ value, name: "The wallet", chainId });
}

export function parseWallets({ chainId }: Pick<ApiClient, "chainId">, wallets: readonly string[]): Address[] {
  return wallets.map((value, i) => parseAddress({ value, name: `wallets[${i}]`, chainId }));
}

/** For a place in a record that may be empty: null is the zero address, by which the contract empties it. */
export function parseAddressOrNone(
  { chainId }: Pick<ApiClient, "chainId">,
  { value, name }: { value: AddressInput | null; name: string },
): Address {
  if (value === null) return zeroAddress;
  const address = parseAddress({ value, name, chainId });
  // A caller who gives an address does not mean that the place becomes empty.
  if (address === zeroAddress)
    throw invalidInput(`${name} is the zero address, which is nobody: null means none.`);
  return address;
}

export function parseHash({ value, name }: { value: string; name: string }): `0x${string}` {
  if (!isHex(value) || value.length !== 66) throw invalidInput(`${name} is not a hash of 32 bytes: ${value}`);
  return value;
}

/** Amounts are whole hundredths of the currency. */
export function parseAmount(amount: number | bigint): bigint {
  const isWhole = typeof amount === "bigint" || Number.isSafeInteger(amount);
  if (!isWhole || amount < 0 || amount > MAX_AMOUNT) {
    throw invalidInput(`An amount is a whole number of hundredths (12.50 EUR is 1250), not ${amount}.`);
  }
  return BigInt(amount);
}

export function parseTime({ value, name }: { value: Date; name: string }): bigint {
  const seconds = Math.floor(value.getTime() / 1000);
  if (Number.isNaN(seconds) || seconds < 0) throw invalidInput(`${name} is not a valid time.`);
  return BigInt(seconds);
}

/** As whole seconds since the epoch. A text is a day or a time by ISO 8601; a number is seconds already. */
export function parseMoment({ value, name }: { value: Date | string | number; name: string }): bigint {
  const moment = typeof value === "number" ? new Date(value * 1000) : value;
  const time = typeof moment === "string" ? findMoment(moment) : moment;
  if (time === undefined)
    throw invalidInput(`${name} is a time such as 2026-03-01T12:00Z, a Date, or seconds since the epoch.`);
  return parseTime({ value: time, name });
}

/** Refuses what is no rule, since a rule that is passed over would let agents in. */
export function parsePolicy(policy: Policy | undefined): Policy {
  if (policy === undefined) return {};
  const fault = findPolicyFault(policy);
  if (fault !== undefined) throw invalidInput(`${toPlace(["policy", ...fault.path])} ${fault.problem}.`);
  return policy;
}

/**
 * The notaries that the policy asks for. The chain finds a certificate by its notary alone, so a policy must name them
 * to be judged from there.
 */
export function requireNotaries({ certified }: Policy): Address[] {
  if (certified === undefined) return [];
  if (certified.notaries !== undefined)
    return certified.notaries.map((notary) => getAddress(notary.toLowerCase()));
  throw invalidInput(
    "The chain does not tell which notaries have certified a person: name them (policy.certified.notaries, or --notary), or ask the query API, which knows all.",
  );
}

/** The contract takes a text that says nothing, and it would stay in the register for good. */
export function parseText({ value, name }: { value: string; name: string }): string {
  if (value.trim() !== "") return value;
  throw invalidInput(`${name} is empty, and would stay so in the register for good.`);
}
