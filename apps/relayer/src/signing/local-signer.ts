import { type Hex, serializeTransaction } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import { keccak256 } from "../fast/keccak256.ts";
import type { SigningAccount } from "./signing-account.ts";

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
