import { type KyaDecisionSchema, MAX_BULK_WALLETS, type Policy } from "@agent-registry/protocol";
import type { Address, Hash } from "viem";
import type * as z from "zod/mini";
import type { ApiClient } from "../client/api-client.ts";
import { askBulkKya } from "../reading/ask-about-wallets.ts";
import type { Source } from "../reading/source.ts";
import { parsePolicy, parseWallets } from "./parse-arguments.ts";

/** One wallet's part of the answer to a question about many. */
export type KyaDecision = z.infer<typeof KyaDecisionSchema> & {
  checkedAt: string;
  source: Source;
  /** Where the decision stands. Null from the chain: each wallet is looked up at the block that is then the newest. */
  block: { number: number; hash: Hash } | null;
};

export type KyaManyInput = {
  wallets: readonly string[];
  /** As for `kya` if none is given. */
  policy?: Policy | undefined;
  /** The query API if one is configured, since it answers for a thousand wallets at once; else the chain. */
  source?: Source | undefined;
};

/** As `kyaMany` with `source: "api"`. */
export async function kyaManyByApi(
  client: ApiClient,
  input: Omit<KyaManyInput, "source">,
): Promise<KyaDecision[]> {
  return askAboutWallets(client, {
    wallets: parseWallets(client, input.wallets),
    policy: parsePolicy(input.policy),
  });
}

export async function askAboutWallets(
  client: ApiClient,
  { wallets, policy }: { wallets: readonly Address[]; policy: Policy },
): Promise<KyaDecision[]> {
  const decisions: KyaDecision[] = [];
  for (let start = 0; start < wallets.length; start += MAX_BULK_WALLETS) {
    const part = wallets.slice(start, start + MAX_BULK_WALLETS);
    const { checkedAt, block, data } = await askBulkKya(client, { wallets: part, policy });
    for (const decision of data) decisions.push({ ...decision, checkedAt, source: "api", block });
  }
  return decisions;
}
