import { type ForwarderDomain, toForwarderDomain } from "@agent-registry/protocol";
import { isAddressEqual } from "viem";
import { readRegistry } from "../client/read-registry.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import type { RelayerClient } from "./relayer-client.ts";
import type { PreparedCall } from "./send-direct.ts";

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
  if (!(await readRegistry(client, "isTrustedForwarder", [verifyingContract]))) {
    throw untrusted(`it uses the forwarder ${verifyingContract}, which the Registry does not trust`);
  }
  return toForwarderDomain({ chainId: call.chainId, forwarderAddress: verifyingContract });
}

function untrusted(why: string): RegistryError {
  return new RegistryError({
    reason: "relayer-untrusted",
    message: `The relayer does not fit this register: ${why}. Check RELAYER_URL, FORWARDER_ADDRESS and REGISTRY_ADDRESS. Nothing was signed.`,
  });
}
