import type { Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { createAncestorReader } from "../reading/read-ancestors.ts";
import { chooseSource } from "../reading/source.ts";
import { kyaByChain } from "./kya.ts";
import { type KyaDecision, type KyaManyInput, kyaManyByApi } from "./kya-by-api.ts";
import { parsePolicy, parseWallets } from "./parse-arguments.ts";

/** Public RPC nodes take about this many calls at once from one caller. */
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
  const wallets = parseWallets(client, input.wallets);
  const policy = parsePolicy(input.policy);
  if (wallets.length === 0) return [];
  const source = input.source ?? (client.apiUrl === undefined ? undefined : "api");
  return chooseSource(client, source) === "api"
    ? kyaManyByApi(client, { wallets, policy })
    : manyByChain(client, { wallets, policy });
}

type Question = { wallets: readonly Address[]; policy: Policy };

async function manyByChain(client: RegistryClient, { wallets, policy }: Question): Promise<KyaDecision[]> {
  const readAncestors = createAncestorReader(client);
  const decisions: KyaDecision[] = new Array(wallets.length);
  let next = 0;
  async function run(): Promise<void> {
    for (let i = next++; i < wallets.length; i = next++) {
      const wallet = wallets[i] as Address;
      const answer = await kyaByChain(client, { wallet, policy, readAncestors });
      const { verdict, agent, admissible, objections, checkedAt, source } = answer;
      const retired = "retiredFrom" in answer ? { retiredFrom: answer.retiredFrom } : {};
      decisions[i] = {
        wallet,
        isRegistered: agent !== null,
        isCompliant: verdict === "compliant",
        agentId: agent?.agentId ?? null,
        ...retired,
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
