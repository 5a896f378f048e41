import { minimalForwarderAbi, toForwarderDomain } from "@agent-registry/protocol";
import { encodeFunctionData, type Hex } from "viem";
import { readContract } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { readRegistry } from "../client/read-registry.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { throwChainError } from "../errors/to-chain-error.ts";
import { sendDirect } from "./send-direct.ts";
import { signForwardRequest } from "./sign-forward-request.ts";
import type { Written } from "./written.ts";

/** Signs a request and sends it through the forwarder itself: no relayer is needed, and the account pays. */
export function forwardDirectly(
  client: RegistryClient,
  { data, minGas: gas }: { data: Hex; minGas: bigint },
): Promise<Written> {
  return client.writes(async () => {
    const { account } = requireAccount(client);
    const to = requireRegistryAddress(client);
    const chainId = await getChainId(client);
    const forwarder = client.forwarderAddress ?? (await readRegistry(client, "trustedForwarder", []));
    const nonce = await readContract(client.reader, {
      address: forwarder,
      abi: minimalForwarderAbi,
      functionName: "getNonce",
      args: [account.address],
    }).catch(throwChainError);
    const domain = toForwarderDomain({ chainId, forwarderAddress: forwarder });
    const { request, signature } = await signForwardRequest({
      client,
      domain,
      call: { to, data, gas, nonce },
    });
    const execute = encodeFunctionData({
      abi: minimalForwarderAbi,
      functionName: "execute",
      args: [request, signature],
    });
    return sendDirect({ client, call: { account, to: forwarder, chainId, data: execute, gas } });
  });
}
