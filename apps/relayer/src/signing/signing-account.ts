import { type Address, type Hex, serializeTransaction } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { keccak256 } from "../fast/crypto.ts";
import type { Fees } from "../transaction/fees.ts";

/** A transaction of ours, all of it: it moves no value and has no access list. */
export type UnsignedTransaction = Fees & {
  type: "eip1559";
  chainId: number;
  nonce: number;
  to: Address;
  gas: bigint;
  data: Hex;
};

/** The wallet that pays, and what signs for it. */
export type SigningAccount = {
  address: Address;
  signTransaction(transaction: UnsignedTransaction): Promise<Hex>;
};

/**
 * Why there is no signature:
 * - `unreachable`, `timeout`: the signer did not answer
 * - `refused`: it answered that it does not sign this
 * - `invalid`: what it answered is not the transaction that was asked for, signed by the wallet
 */
type SignerFailureReason = "unreachable" | "timeout" | "refused" | "invalid";

/** The message may be shown: it names neither the signer's address nor what it holds. */
export class SignerFailure extends Error {
  override name = "SignerFailure";
  readonly reason: SignerFailureReason;
  /** The signer's own words, for the log alone. */
  readonly details: string | undefined;

  constructor(reason: SignerFailureReason, message: string, details?: string) {
    super(message);
    this.reason = reason;
    this.details = details;
  }
}

/** Signs as viem's accounts do, but with our own hash: theirs takes most of the time for a large batch. */
export function createLocalSigner(privateKey: Hex): SigningAccount {
  return {
    address: privateKeyToAccount(privateKey).address,
    async signTransaction(transaction) {
      const hash = keccak256(serializeTransaction(transaction));
      return serializeTransaction(transaction, await sign({ hash, privateKey }));
    },
  };
}
