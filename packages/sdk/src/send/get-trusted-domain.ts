import { type ForwarderDomain, registryAbi, toForwarderDomain } from "@agent-registry/protocol";
import { type Address, isAddressEqual } from "viem";
import { readContract } from "viem/actions";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import type { PreparedCall } from "./prepared-call.ts";
import type { RelayerClient } from "./relayer-client.ts";

/**
 * The domain to sign for. It is checked against the chain: a relayer that names another chain or
 * forwarder would get signatures that are valid there in the agent's name.
 */
export async function getTrustedDomain(input: {
  client: RegistryClient;
  relayer: RelayerClient;
  call: PreparedCall;
}): Promise<ForwarderDomain> {
  const { client, relayer, call } = input;
  const { chainId, verifyingContract } = await relayer.getDomain();
  if (chainId !== String(call.chainId)) {
    throw untrusted(`it signs for chain ${chainId}, and the RPC node serves chain ${call.chainId}`);
  }
  if (client.forwarderAddress !== undefined && !isAddressEqual(client.forwarderAddress, verifyingContract)) {
    throw untrusted(`it uses the forwarder ${verifyingContract}, not ${client.forwarderAddress}`);
  }
  if (!(await isTrustedForwarder({ client, call, forwarder: verifyingContract }))) {
    throw untrusted(`it uses the forwarder ${verifyingContract}, which the Registry does not trust`);
  }
  return toForwarderDomain({ chainId: call.chainId, forwarderAddress: verifyingContract });
}

async function isTrustedForwarder(input: { client: RegistryClient; call: PreparedCall; forwarder: Address }) {
  const { client, call, forwarder } = input;
  return readContract(client.reader, {
    address: call.to,
    abi: registryAbi,
    functionName: "isTrustedForwarder",
    args: [forwarder],
  }).catch(throwChainError);
}

function untrusted(why: string): RegistryError {
  return new RegistryError({
    reason: "relayer-untrusted",
    message: `The relayer does not fit this register: ${why}. Check RELAYER_URL, FORWARDER_ADDRESS and REGISTRY_ADDRESS. Nothing was signed.`,
  });
}
