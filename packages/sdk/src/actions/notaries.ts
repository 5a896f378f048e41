import { NotariesResponse, NotaryResponse, registryAbi } from "@agent-registry/protocol";
import { readContract } from "viem/actions";
import { type AddressInput, parseAddress } from "../client/parse-address.ts";
import { type RegistryClient, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { askApi } from "../reading/ask-api.ts";
import { toQuery } from "../reading/to-query.ts";
import type { WriteResult } from "../send/write-result.ts";
import { writeRegistry } from "./write-registry.ts";

type NotaryInput = { notary: AddressInput };

const parseNotary = ({ chainId }: RegistryClient, { notary }: NotaryInput) =>
  parseAddress({ value: notary, name: "The notary", chainId });

/**
 * For the owner of the Registry: accredits a notary, which may certify persons from then on. Changes nothing if it is
 * accredited already.
 *
 * @example
 * await registry.addNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function addNotary(client: RegistryClient, input: NotaryInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "addNotary", args: [parseNotary(client, input)] });
}

/**
 * For the owner of the Registry: takes a notary's accreditation away. Its certificates stay on record and count no
 * longer.
 *
 * @example
 * await registry.removeNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function removeNotary(client: RegistryClient, input: NotaryInput): Promise<WriteResult> {
  return writeRegistry(client, { functionName: "removeNotary", args: [parseNotary(client, input)] });
}

/**
 * Whether an address is an accredited notary now, from the chain.
 *
 * @example
 * await registry.isNotary({ notary: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" });
 */
export async function isNotary(client: RegistryClient, input: NotaryInput): Promise<boolean> {
  return readContract(client.reader, {
    address: requireRegistryAddress(client),
    abi: registryAbi,
    functionName: "isNotary",
    args: [parseNotary(client, input)],
  }).catch(throwChainError);
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
  const path = `/api/v1/notary/${parseNotary(client, { notary })}${toQuery(page)}`;
  return askApi(client, { path, schema: NotaryResponse });
}
