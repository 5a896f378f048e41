import { type Hash, keccak256, type TransactionReceipt } from "viem";
import { toChainError } from "../chain-errors.ts";
import { RegistryError } from "../errors.ts";
import { type RegistryClient, requireAccount } from "../registry-client.ts";
import type { PreparedCall, Written } from "./submit-call.ts";

/** Sends a call as a transaction that the account pays for. */
export async function sendDirect({
  client,
  call,
}: {
  client: RegistryClient;
  call: PreparedCall;
}): Promise<Written> {
  const hash =
    call.account.type === "local" ? await sendSigned({ client, call }) : await sendByWallet({ client, call });
  const receipt = await waitForReceipt({ client, hash });
  return {
    transactionHash: hash,
    blockNumber: Number(receipt.blockNumber),
    gasUsed: receipt.gasUsed,
    paidBy: "account",
    logs: receipt.logs,
  };
}

/** Signed here, so its hash is known before it leaves: a lost answer leaves no doubt what to look for. */
async function sendSigned({ client, call }: { client: RegistryClient; call: PreparedCall }): Promise<Hash> {
  const { wallet } = requireAccount(client);
  const { account, registryAddress: to, data, chainId } = call;
  let serialized: `0x${string}`;
  try {
    const request = await wallet.prepareTransactionRequest({ account, chain: null, chainId, to, data });
    serialized = await wallet.signTransaction({ ...request, account, chain: null });
  } catch (error) {
    throw toChainError(error);
  }
  const hash = keccak256(serialized);
  try {
    return await client.reader.sendRawTransaction({ serializedTransaction: serialized });
  } catch (error) {
    // Whatever was said: a transaction that the node has will be mined.
    if (await isKnown({ client, hash })) return hash;
    const problem = toChainError(error);
    throw problem.reason === "chain-unreachable" ? outcomeUnknown({ hash, cause: error }) : problem;
  }
}

async function sendByWallet({ client, call }: { client: RegistryClient; call: PreparedCall }): Promise<Hash> {
  const { wallet } = requireAccount(client);
  const { account, registryAddress: to, data } = call;
  try {
    return await wallet.sendTransaction({ account, chain: null, to, data });
  } catch (error) {
    throw toChainError(error);
  }
}

async function isKnown({ client, hash }: { client: RegistryClient; hash: Hash }): Promise<boolean> {
  return client.reader.getTransaction({ hash }).then(
    () => true,
    () => false,
  );
}

/** The receipt of a transaction that was mined and succeeded. */
export async function waitForReceipt({
  client,
  hash,
}: {
  client: RegistryClient;
  hash: Hash;
}): Promise<TransactionReceipt> {
  const receipt = await client.reader
    .waitForTransactionReceipt({ hash, timeout: client.confirmationTimeoutMs, pollingInterval: 250 })
    .catch((cause) => {
      throw outcomeUnknown({ hash, cause });
    });
  if (receipt.status === "success") return receipt;
  throw new RegistryError({
    reason: "reverted",
    message: `Transaction ${hash} was mined but the register refused it: something changed after it was tried out. Nothing was written.`,
    transactionHash: hash,
  });
}

function outcomeUnknown({ hash, cause }: { hash: Hash; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "outcome-unknown",
    message: `Transaction ${hash} was sent, but the chain has not confirmed it. It may still be mined: look it up before you send it again.`,
    transactionHash: hash,
    cause,
  });
}
