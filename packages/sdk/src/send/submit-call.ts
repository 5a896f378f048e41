import type { Account, Address, Hex } from "viem";
import { estimateGas as askGas } from "viem/actions";
import { getChainId } from "../client/get-chain-id.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../client/registry-client.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { toRequestGas } from "./request-rules.ts";
import { sendDirect } from "./send-direct.ts";
import { sendRelayed } from "./send-relayed.ts";
import type { Written } from "./written.ts";

/**
 * Writes to the register: through the relayer if one is configured, else directly. Simulates first,
 * since a relayer counts a refused request against its signer's quota.
 */
export function submitCall(
  client: RegistryClient,
  { data, minGas }: { data: Hex; minGas: bigint },
): Promise<Written> {
  return client.writes(async () => {
    const { account } = requireAccount(client);
    const to = requireRegistryAddress(client);
    const chainId = await getChainId(client);
    const gas = await estimateGas({ client, account, to, data, minGas });
    const call = { account, to, chainId, data, gas };
    return client.relayerUrl === undefined
      ? await sendDirect({ client, call })
      : await sendRelayed({ client, call, relayerUrl: client.relayerUrl });
  });
}

async function estimateGas(input: {
  client: RegistryClient;
  account: Account;
  to: Address;
  data: Hex;
  minGas: bigint;
}): Promise<bigint> {
  const { client, account, to, data, minGas } = input;
  try {
    // By address alone and without a price, so that the node does not check whether the account could pay.
    const estimate = await askGas(client.reader, {
      account: account.address,
      to,
      data,
      gasPrice: 0n,
    });
    return toRequestGas(estimate, minGas);
  } catch (error) {
    throw toChainError(error);
  }
}
