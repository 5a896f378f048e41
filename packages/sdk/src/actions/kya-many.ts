import { type KyaDecisionSchema, MAX_BULK_WALLETS, type Policy } from "@agent-registry/protocol";
import type { Address, Hash } from "viem";
import type * as z from "zod";
import type { RegistryClient } from "../client/registry-client.ts";
import { askBulkKya } from "../reading/ask-bulk-kya.ts";
import { createAncestorReader } from "../reading/read-ancestors.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import { kyaByChain } from "./kya.ts";
import { parseAddress, parsePolicy } from "./parse-arguments.ts";

/** One wallet's part of the answer to a question about many. */
export type KyaDecision = z.infer<typeof KyaDecisionSchema> & {
  checkedAt: string;
  source: Source;
  /** Where the decision stands. Null from the chain: each wallet is looked up at the block that is then the newest. */
  block: { number: number; hash: Hash } | null;
};

export type KyaManyInput = {
  wallets: readonly string[];
  /** The agreement of wallet and Haftungsperson is asked for if none is given. */
  policy?: Policy | undefined;
  /** The query API if one is configured, since it answers for a thousand wallets at once; else the chain. */
  source?: Source | undefined;
};

/** Public RPC nodes take about so many calls at once from one caller. */
const CALLS_AT_ONCE = 8;

/**
 * Know many agents: for each wallet, in the order given, whether it is admissible by your policy, and all that speaks
 * against it. The query API takes a thousand at a time; the chain is asked wallet by wallet. Nothing is answered
 * unless everything is.
 *
 * @example
 * const decisions = await registry.kyaMany({ wallets, policy: { lineage: "ancestors" } });
 * const refused = decisions.filter(({ admissible }) => !admissible);
 */
export async function kyaMany(client: RegistryClient, input: KyaManyInput): Promise<KyaDecision[]> {
  const wallets = input.wallets.map((value, i) => parseAddress({ value, name: `wallets[${i}]` }));
  const policy = parsePolicy(input.policy);
  if (wallets.length === 0) return [];
  const source = input.source ?? (client.apiUrl === undefined ? undefined : "api");
  return chooseSource(client, source) === "api"
    ? manyByApi(client, { wallets, policy })
    : manyByChain(client, { wallets, policy });
}

type Question = { wallets: readonly Address[]; policy: Policy };

async function manyByApi(client: RegistryClient, { wallets, policy }: Question): Promise<KyaDecision[]> {
  const decisions: KyaDecision[] = [];
  for (let start = 0; start < wallets.length; start += MAX_BULK_WALLETS) {
    const part = wallets.slice(start, start + MAX_BULK_WALLETS);
    const { checkedAt, block, data } = await askBulkKya(client, { wallets: part, policy });
    for (const decision of data) decisions.push({ ...decision, checkedAt, source: "api", block });
  }
  return decisions;
}

async function manyByChain(client: RegistryClient, { wallets, policy }: Question): Promise<KyaDecision[]> {
  const readAncestors = createAncestorReader(client);
  const decisions: KyaDecision[] = new Array(wallets.length);
  let next = 0;
  async function run(): Promise<void> {
    for (let i = next++; i < wallets.length; i = next++) {
      const wallet = wallets[i] as Address;
      const answer = await kyaByChain(client, { wallet, policy, readAncestors });
      const { verdict, agent, admissible, objections, checkedAt, source } = answer;
      decisions[i] = {
        wallet,
        isRegistered: agent !== null,
        isCompliant: verdict === "compliant",
        agentId: agent?.agentId ?? null,
        admissible,
        objections: [...objections],
        checkedAt,
        source,
        block: null,
      };
    }
  }
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, wallets.length) }, run));
  return decisions;
}
