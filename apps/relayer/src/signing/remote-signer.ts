import type { Clock } from "@agent-registry/service";
import { type Address, type Hex, numberToHex } from "viem";
import { z } from "zod";
import { requireSigned } from "./require-signed.ts";
import { createSignerRpc, UnknownMethod } from "./signer-rpc.ts";
import { SignerFailure, type UnsignedTransaction } from "./signing-account.ts";

/** Web3Signer answers with the bytes, geth and clef with their parts beside them. */
const Signed = z.union([z.string(), z.object({ raw: z.string() }).transform(({ raw }) => raw)]);
const Addresses = z.array(z.string());
/** Web3Signer and nodes have the first, clef the second. */
const METHODS = ["eth_signTransaction", "account_signTransaction"] as const;
/** While requests wait for a signature, one is asked for every second or so. */
const FAILURE_COUNTS_MS = 15_000;

type RemoteSignerOptions = {
  url: string;
  wallet: Address;
  timeoutMs: number;
  clock: Clock;
  onFailure: (failure: SignerFailure) => void;
};

/** Has another process sign, which alone holds the key. What it answers is checked, never believed. */
export function createRemoteSigner({ url, wallet, timeoutMs, clock, onFailure }: RemoteSignerOptions) {
  const ask = createSignerRpc({ url, timeoutMs });
  let lastFailure: { message: string; at: number } | undefined;

  async function askToSign(transaction: UnsignedTransaction): Promise<unknown> {
    const params = [toParameters(wallet, transaction)];
    const [usual, other] = METHODS;
    return await ask(usual, params).catch((error: unknown) => {
      if (error instanceof UnknownMethod) return ask(other, params);
      throw error;
    });
  }

  async function sign(transaction: UnsignedTransaction): Promise<Hex> {
    const answer = Signed.safeParse(await askToSign(transaction));
    if (!answer.success) throw new SignerFailure("invalid", "The signer answered with something else");
    return await requireSigned({ raw: answer.data, transaction, wallet });
  }

  return {
    address: wallet,

    async signTransaction(transaction: UnsignedTransaction): Promise<Hex> {
      try {
        const raw = await sign(transaction);
        lastFailure = undefined;
        return raw;
      } catch (error) {
        if (error instanceof SignerFailure) {
          lastFailure = { message: error.message, at: clock.now() };
          onFailure(error);
        }
        throw error;
      }
    },

    /** Why nothing can be signed now, as far as it can be found out without signing; or null. */
    async findProblem(): Promise<string | null> {
      if (lastFailure !== undefined && clock.now() - lastFailure.at < FAILURE_COUNTS_MS) {
        return lastFailure.message;
      }
      try {
        const addresses = Addresses.safeParse(await ask("eth_accounts", []));
        if (!addresses.success) return "The signer answered with something else";
        const isHeld = addresses.data.some((address) => address.toLowerCase() === wallet.toLowerCase());
        return isHeld ? null : "The signer does not hold the key of RELAYER_ADDRESS";
      } catch (error) {
        if (!(error instanceof SignerFailure)) throw error;
        // Some signers do not say whose keys they hold. A signer that refuses can be reached at least.
        return error.reason === "refused" ? null : error.message;
      }
    },
  };
}

/** As JSON-RPC has them: quantities in hex. The type follows from the fees. */
function toParameters(from: Address, transaction: UnsignedTransaction) {
  const { chainId, nonce, to, gas, data, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  return {
    from,
    to,
    gas: numberToHex(gas),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
    value: "0x0",
    nonce: numberToHex(nonce),
    data,
    chainId: numberToHex(chainId),
  };
}
