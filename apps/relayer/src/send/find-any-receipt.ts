import type { Hex } from "viem";
import type { Chain, Receipt } from "../chain/create-chain.ts";

/**
 * The receipt of the one that is mined; null if none is. Only one of them can be, so a failure to read another
 * does not matter; without a receipt it does, since that one may be mined.
 */
export async function findAnyReceipt({
  chain,
  hashes,
}: {
  chain: Pick<Chain, "readReceipt">;
  hashes: Hex[];
}): Promise<Receipt | null> {
  const answers = await Promise.allSettled(hashes.map((hash) => chain.readReceipt(hash)));
  for (const answer of answers) {
    if (answer.status === "fulfilled" && answer.value !== null) return answer.value;
  }
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return null;
}
