import { DEFAULT_MAX_REQUEST_GAS } from "@agent-registry/protocol";
import type { Account, Address, Hash, Hex, Log } from "viem";
import { toChainError } from "../chain-errors.ts";
import { RegistryError } from "../errors.ts";
import { type RegistryClient, requireAccount, requireRegistryAddress } from "../registry-client.ts";
import { sendDirect } from "./send-direct.ts";
import { sendRelayed } from "./send-relayed.ts";

export type WriteResult = {
  transactionHash: Hash;
  blockNumber: number;
  gasUsed: bigint;
  paidBy: "relayer" | "account";
};

/** A call that passed simulation; what both ways of sending need. */
export type PreparedCall = {
  account: Account;
  registryAddress: Address;
  chainId: number;
  data: Hex;
  /** What the call itself needs, with a margin. */
  gas: bigint;
};

export type Written = WriteResult & { logs: Log[] };

/**
 * Writes to the register: through the relayer where one is configured, else directly. It is
 * simulated first, since a relayer counts a refused request against its signer's quota.
 */
export function submitCall(
  client: RegistryClient,
  { data, minGas }: { data: Hex; minGas: bigint },
): Promise<Written> {
  return client.writes(async () => {
    const { account } = requireAccount(client);
    const registryAddress = requireRegistryAddress(client);
    const chainId = await getChainId(client);
    const gas = await estimateGas({ client, account, registryAddress, data, minGas });
    const call = { account, registryAddress, chainId, data, gas };
    return client.relayerUrl === undefined
      ? await sendDirect({ client, call })
      : await sendRelayed({ client, call, relayerUrl: client.relayerUrl });
  });
}

/** The chain that answers, refused where another one was asked for. */
export async function getChainId(client: RegistryClient): Promise<number> {
  const chainId = await client.reader.getChainId().catch((error) => {
    throw toChainError(error);
  });
  if (client.chainId === undefined || client.chainId === chainId) return chainId;
  throw new RegistryError({
    reason: "wrong-chain",
    message: `The RPC node serves chain ${chainId}, not ${client.chainId}: check its address. Nothing was written.`,
  });
}

async function estimateGas(input: {
  client: RegistryClient;
  account: Account;
  registryAddress: Address;
  data: Hex;
  minGas: bigint;
}): Promise<bigint> {
  const { client, account, registryAddress, data, minGas } = input;
  try {
    // Asking with the address alone leaves out whether the account could pay.
    const estimate = await client.reader.estimateGas({
      account: account.address,
      to: registryAddress,
      data,
      gasPrice: 0n,
    });
    const generous = estimate + estimate / 4n;
    if (generous <= minGas) return minGas;
    // Relayers take no more than this; without the margin it may still fit.
    return generous <= DEFAULT_MAX_REQUEST_GAS || estimate > DEFAULT_MAX_REQUEST_GAS
      ? generous
      : DEFAULT_MAX_REQUEST_GAS;
  } catch (error) {
    throw toChainError(error);
  }
}
