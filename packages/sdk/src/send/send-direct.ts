import { type Account, type Address, type Hash, type Hex, keccak256 } from "viem";
import {
  getTransaction,
  prepareTransactionRequest,
  sendRawTransaction,
  sendTransaction,
  signTransaction,
} from "viem/actions";
import { type RegistryClient, requireAccount } from "../client/registry-client.ts";
import { toChainError } from "../errors/to-chain-error.ts";
import { outcomeUnknown, type Written, waitForReceipt } from "./written.ts";

/** A call that passed simulation; what both ways of sending need. */
export type PreparedCall = {
  account: Account;
  /** The Registry, or the forwarder if the account forwards its own request. */
  to: Address;
  chainId: number;
  data: Hex;
  /** What the call itself needs, with a margin. */
  gas: bigint;
};

type Direct = { client: RegistryClient; call: PreparedCall };

/** Sends a call as a transaction that the account pays for. */
export async function sendDirect({ client, call }: Direct): Promise<Written> {
  const hash =
    call.account.type === "local" ? await sendSigned({ client, call }) : await sendByWallet({ client, call });
  const sent = client.onSent({ kind: "transaction", hash });
  const receipt = await waitForReceipt({ client, hash }).finally(sent.settle);
  return {
    transactionHash: hash,
    blockNumber: Number(receipt.blockNumber),
    gasUsed: receipt.gasUsed,
    paidBy: "account",
    logs: receipt.logs,
  };
}

/** Signs locally, so that the hash is known even if the node's answer gets lost. */
async function sendSigned({ client, call }: Direct): Promise<Hash> {
  const { wallet } = requireAccount(client);
  const { account, to, data, chainId } = call;
  let serialized: `0x${string}`;
  try {
    const request = await prepareTransactionRequest(wallet, { account, chain: null, chainId, to, data });
    serialized = await signTransaction(wallet, { ...request, account, chain: null });
  } catch (error) {
    throw toChainError(error);
  }
  const hash = keccak256(serialized);
  try {
    return await sendRawTransaction(client.reader, { serializedTransaction: serialized });
  } catch (error) {
    // The node may fail after it took the transaction, which will then be mined.
    if (await isKnown({ client, hash })) return hash;
    const problem = toChainError(error);
    throw problem.reason === "chain-unreachable" ? outcomeUnknown({ hash, cause: error }) : problem;
  }
}

async function sendByWallet({ client, call }: Direct): Promise<Hash> {
  const { wallet } = requireAccount(client);
  const { account, to, data } = call;
  try {
    return await sendTransaction(wallet, { account, chain: null, to, data });
  } catch (error) {
    throw toChainError(error);
  }
}

async function isKnown({ client, hash }: { client: RegistryClient; hash: Hash }): Promise<boolean> {
  return getTransaction(client.reader, { hash }).then(
    () => true,
    () => false,
  );
}
