import type { Clock } from "@agent-registry/service";
import { type Address, type Hex, numberToHex } from "viem";
import { z } from "zod";
import { createJsonRpc, NoAnswer } from "../fast/json-rpc.ts";
import { requireSigned } from "./require-signed.ts";
import { SignerFailure, type UnsignedTransaction } from "./signing-account.ts";

/** Web3Signer answers with the bytes, geth and clef with their parts beside them. */
const Signed = z.union([z.string(), z.object({ raw: z.string() }).transform(({ raw }) => raw)]);
const Addresses = z.array(z.string());
/** Web3Signer and nodes have the first, clef the second. */
const METHODS = ["eth_signTransaction", "account_signTransaction"] as const;
const METHOD_NOT_FOUND = -32_601;
/** A signed transaction of 128 kB in hex, twice: some signers answer with its parts beside it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_SHOWN_CHARACTERS = 200;
/** While requests wait for a signature, one is asked for every second or so. */
const FAILURE_COUNTS_MS = 15_000;

/** The method is not one that the signer has. */
class UnknownMethod extends SignerFailure {
  override name = "UnknownMethod";
}

type RemoteSignerOptions = {
  url: string;
  wallet: Address;
  timeoutMs: number;
  clock: Clock;
  onFailure: (failure: SignerFailure) => void;
};

/** Has another process sign, which alone holds the key. What it answers is checked, never believed. */
export function createRemoteSigner({ url, wallet, timeoutMs, clock, onFailure }: RemoteSignerOptions) {
  const askSigner = createJsonRpc({ url, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  let lastFailure: { message: string; at: number } | undefined;

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await askSigner({ method, params }).catch((error: unknown) => {
      throw toSignerFailure(error);
    });
    // Signers answer errors with other statuses, too: their bodies say more.
    if (answer.status >= 300 && answer.status < 400)
      throw new SignerFailure("invalid", "The signer points to another address");
    if (answer.error === undefined) return answer.result;
    const { code, message } = answer.error;
    if (typeof code !== "number") return undefined;
    const details = `${message.slice(0, MAX_SHOWN_CHARACTERS)} (${code})`;
    const Failure = code === METHOD_NOT_FOUND ? UnknownMethod : SignerFailure;
    throw new Failure("refused", "The signer refused", details);
  }

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

function toSignerFailure(error: unknown): SignerFailure {
  const reason = error instanceof NoAnswer ? error.reason : "unreachable";
  if (reason === "timeout") return new SignerFailure("timeout", "The signer did not answer in time");
  if (reason === "too-large") return new SignerFailure("invalid", "The signer's answer is too large");
  return new SignerFailure("unreachable", "The signer cannot be reached");
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
