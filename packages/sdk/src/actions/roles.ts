import { NotariesResponse, NotaryResponse, registryAbi } from "@agent-registry/protocol";
import { type Address, getAddress } from "viem";
import { getContractEvents } from "viem/actions";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { readRegistry } from "../client/read-registry.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import type { WriteResult } from "../send/written.ts";
import { writeRegistry } from "./write-registry.ts";

// The roles that the owner of the Registry gives and takes. To give one again, or to take what nobody holds, changes nothing.

type RegulatorInput = { regulator: AddressInput };
type NotaryInput = { notary: AddressInput };

/**
 * For the owner of the Registry: makes an address a regulator.
 *
 * @example
 * await registry.addRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function addRegulator(client: RegistryClient, input: RegulatorInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "addRegulator", args: [parseHolder(client, input)] });
}

/**
 * For the owner of the Registry: takes the role of a regulator from an address. What it did stands.
 *
 * @example
 * await registry.removeRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function removeRegulator(client: RegistryClient, input: RegulatorInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "removeRegulator", args: [parseHolder(client, input)] });
}

/**
 * Whether an address holds the role of a regulator, from the chain. The owner may act as one without it.
 *
 * @example
 * await registry.isRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function isRegulator(client: RegistryClient, input: RegulatorInput): Promise<boolean> {
  return readRegistry(client, "isRegulator", [parseHolder(client, input)]);
}

/**
 * Who may act as a regulator: the owner, and those whom it appointed, by the contract's events. Asks the node for these
 * from the chain's beginning on, which not every public node allows.
 *
 * @example
 * const { owner, regulators } = await registry.getRegulators();
 */
export async function getRegulators(
  client: RegistryClient,
): Promise<{ owner: Address; regulators: Address[] }> {
  const address = requireRegistryAddress(client);
  const added = { address, abi: registryAbi, eventName: "RegulatorAdded" } as const;
  const [owner, events] = await Promise.all([
    readRegistry(client, "owner", []),
    getContractEvents(client.reader, { ...added, fromBlock: 0n, strict: true }).catch(throwChainError),
  ]);
  const ever = [...new Set(events.map(({ args }) => getAddress(args.regulator)))];
  const standing = await Promise.all(ever.map((regulator) => isRegulator(client, { regulator })));
  return { owner, regulators: ever.filter((_, i) => standing[i]) };
}

/**
 * For the owner of the Registry: accredits a notary, which may certify persons from then on.
 *
 * @example
 * await registry.addNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function addNotary(client: RegistryClient, input: NotaryInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "addNotary", args: [parseHolder(client, input)] });
}

/**
 * For the owner of the Registry: takes a notary's accreditation away. Its certificates stay on record and count no
 * longer.
 *
 * @example
 * await registry.removeNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function removeNotary(client: RegistryClient, input: NotaryInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "removeNotary", args: [parseHolder(client, input)] });
}

/**
 * Whether an address is an accredited notary now, from the chain.
 *
 * @example
 * await registry.isNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function isNotary(client: RegistryClient, input: NotaryInput): Promise<boolean> {
  return readRegistry(client, "isNotary", [parseHolder(client, input)]);
}

/**
 * Every notary that was ever accredited, those that are so first, from the query API.
 *
 * @example
 * const { data } = await registry.getNotaries();
 * const accredited = data.filter(({ isAccredited }) => isAccredited);
 */
export async function getNotaries(client: RegistryClient): Promise<NotariesResponse> {
  return askApi(client, { path: "/api/v1/notaries", schema: NotariesResponse });
}

/**
 * A notary and what it has certified, newest first, from the query API.
 *
 * @example
 * const { isAccredited, data } = await registry.getNotary({ notary });
 */
export async function getNotary(
  client: RegistryClient,
  { notary, ...page }: NotaryInput & { limit?: number | undefined; offset?: number | undefined },
): Promise<NotaryResponse> {
  const path = `/api/v1/notary/${parseHolder(client, { notary })}${toQuery(page)}`;
  return askApi(client, { path, schema: NotaryResponse });
}

function parseHolder({ chainId }: RegistryClient, input: RegulatorInput | NotaryInput): Address {
  return "notary" in input
    ? parseAddress({ value: input.notary, name: "The notary", chainId })
    : parseAddress({ value: input.regulator, name: "The regulator", chainId });
}
