import { registryAbi } from "@agent-registry/protocol";
import { type Address, getAddress } from "viem";
import { getContractEvents, readContract } from "viem/actions";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { WriteResult } from "../send/write-result.ts";
import { writeRegistry } from "./write-registry.ts";

type RegulatorInput = { regulator: AddressInput };

const parseRegulator = ({ chainId }: RegistryClient, { regulator }: RegulatorInput) =>
  parseAddress({ value: regulator, name: "The regulator", chainId });

/**
 * For the owner of the Registry: makes an address a regulator. Changes nothing if it is one already.
 *
 * @example
 * await registry.addRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function addRegulator(client: RegistryClient, input: RegulatorInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "addRegulator", args: [parseRegulator(client, input)] });
}

/**
 * For the owner of the Registry: takes the role of a regulator from an address. What it did stands.
 *
 * @example
 * await registry.removeRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function removeRegulator(client: RegistryClient, input: RegulatorInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "removeRegulator", args: [parseRegulator(client, input)] });
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
  const contract = { address: requireRegistryAddress(client), abi: registryAbi } as const;
  const [owner, added] = await Promise.all([
    readContract(client.reader, { ...contract, functionName: "owner" }),
    getContractEvents(client.reader, {
      ...contract,
      eventName: "RegulatorAdded",
      fromBlock: 0n,
      strict: true,
    }),
  ]).catch(throwChainError);
  const ever = [...new Set(added.map(({ args }) => getAddress(args.regulator)))];
  const standing = await Promise.all(ever.map((regulator) => isRegulator(client, { regulator })));
  return { owner, regulators: ever.filter((_, i) => standing[i]) };
}

/**
 * Whether an address holds the role of a regulator. The owner may act as one without it.
 *
 * @example
 * await registry.isRegulator({ regulator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function isRegulator(client: RegistryClient, input: RegulatorInput): Promise<boolean> {
  return readContract(client.reader, {
    address: requireRegistryAddress(client),
    abi: registryAbi,
    functionName: "isRegulator",
    args: [parseRegulator(client, input)],
  }).catch(throwChainError);
}
