import {
  type Address,
  type Hex,
  isAddressEqual,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from "viem";
import { keccak256 } from "../fast/crypto.ts";
import { SignerFailure, type UnsignedTransaction } from "./signing-account.ts";

/** Half of the curve's order: nodes refuse a signature whose s is higher (EIP-2). */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

type Signed = { raw: string; transaction: UnsignedTransaction; wallet: Address };

/**
 * The signed transaction, if it is the one that was asked for, to the last byte, and signed by the wallet. A signer
 * that is wrong, or in wrong hands, must not make the relayer send or book anything else.
 */
export async function requireSigned({ raw, transaction, wallet }: Signed): Promise<Hex> {
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
