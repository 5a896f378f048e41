import { type Address, type Hex, keccak256, pad, slice, toHex } from "viem";
import type { LocalChain } from "./start-chain.ts";

/**
 * Looks up what it answers by the hash of what it is asked, assembled by hand: the slot holds the address whose code is
 * the answer. It reverts if there is none.
 */
const CODE = "0x365f5f37365f205480600f575f5ffd5b803b805f5f843c5ff3";

/** Puts a contract at an address that answers these calls as given, beside those that it was given before. */
export async function scriptContract(input: {
  chain: Pick<LocalChain, "test">;
  address: Address;
  answers: readonly { data: Hex; result: Hex }[];
}): Promise<void> {
  const { address, answers } = input;
  const { test } = input.chain;
  await test.setCode({ address, bytecode: CODE });
  for (const { data, result } of answers) {
    const question = keccak256(data);
    const holder = slice(keccak256(`${address}${question.slice(2)}`), 12);
    await test.setCode({ address: holder, bytecode: result });
    await test.setStorageAt({ address, index: toHex(BigInt(question)), value: pad(holder) });
  }
}
