import type { Clock } from "@agent-registry/service";
import {
  type Address,
  type Hex,
  isAddressEqual,
  numberToHex,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from "viem";
import { z } from "zod";
import { keccak256 } from "../fast/crypto.ts";
import { createJsonRpc, NoAnswer } from "../fast/json-rpc.ts";
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

/** Half of the curve's order: nodes refuse a signature whose s is higher (EIP-2). */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

type Answered = { raw: string; transaction: UnsignedTransaction; wallet: Address };

/**
 * The signed transaction, if it is the one that was asked for, to the last byte, and signed by the wallet. A signer
 * that is wrong, or in wrong hands, must not make the relayer send or book anything else.
 */
async function requireSigned({ raw, transaction, wallet }: Answered): Promise<Hex> {
  const signed = raw.toLowerCase() as `0x02${string}`;
  const { r, s, yParity, ...answered } = parse(signed);
  const different = findDifferences(answered, transaction);
  if (different.length > 0) {
    throw invalid("The signer answered with another transaction", `differs in ${different.join(", ")}`);
  }
  if (r === undefined || s === undefined || (yParity !== 0 && yParity !== 1)) {
    throw invalid("The signer answered with a transaction that is not signed");
  }
  if (BigInt(s) > HIGHEST_S) throw invalid("The signer answered with a signature that no node takes");
  // Whatever reads the same but is written otherwise has another hash: we would watch for one that never comes.
  if (serializeTransaction(transaction, { r, s, yParity }) !== signed) {
    throw invalid("The signer answered with a transaction that is not encoded as nodes do");
  }
  const hash = keccak256(serializeTransaction(transaction));
  const signer = await recoverAddress({ hash, signature: { r, s, yParity } }).catch(() => undefined);
  if (signer === undefined || !isAddressEqual(signer, wallet)) {
    throw invalid("The signer signed with another key than that of RELAYER_ADDRESS");
  }
  return signed;
}

function parse(signed: `0x02${string}`) {
  if (/^0x02([0-9a-f]{2})+$/.test(signed)) {
    try {
      return parseTransaction(signed);
    } catch {
      // What the parser says quotes the bytes.
    }
  }
  throw invalid("The signer answered with something that is no transaction of type 2");
}

type Parsed = Omit<TransactionSerializableEIP1559, "r" | "s" | "yParity">;

/** The names of the fields that are not as asked. */
function findDifferences(answered: Parsed, asked: UnsignedTransaction): string[] {
  const pairs: Record<string, [unknown, unknown]> = {
    chainId: [answered.chainId, asked.chainId],
    nonce: [answered.nonce ?? 0, asked.nonce],
    to: [answered.to?.toLowerCase(), asked.to.toLowerCase()],
    value: [answered.value ?? 0n, 0n],
    data: [answered.data ?? "0x", asked.data.toLowerCase()],
    gas: [answered.gas ?? 0n, asked.gas],
    maxFeePerGas: [answered.maxFeePerGas ?? 0n, asked.maxFeePerGas],
    maxPriorityFeePerGas: [answered.maxPriorityFeePerGas ?? 0n, asked.maxPriorityFeePerGas],
    accessList: [answered.accessList?.length ?? 0, 0],
  };
  return Object.entries(pairs).flatMap(([name, [is, should]]) => (is === should ? [] : [name]));
}

function invalid(message: string, details?: string): SignerFailure {
  return new SignerFailure("invalid", message, details);
}
