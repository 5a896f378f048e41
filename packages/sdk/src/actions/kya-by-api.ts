import {
  type Agreement,
  type ConsentsResponse,
  decide,
  findComplianceObjection,
  type KyaDecisionSchema,
  KyaResponse,
  MAX_BULK_WALLETS,
  OBJECTIONS,
  type Objection,
  type Policy,
} from "@agent-registry/protocol";
import type { Address, Hash } from "viem";
import type * as z from "zod/mini";
import type { ApiClient } from "../client/api-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askBulkKya, askConsents, requireAbout } from "../reading/ask-about-wallets.ts";
import { askApi } from "../reading/ask-api.ts";
import type { Source } from "../reading/source.ts";
import {
  type KyaInput,
  type KyaVerdict,
  toFinding,
  toJudged,
  toNotRegistered,
  toSeconds,
} from "./kya-finding.ts";
import { parsePolicy, parseWallet, parseWallets } from "./parse-arguments.ts";

/** The API's answers may be of different ages. */
const MAX_API_ROUNDS = 2;

type Question = { wallet: Address; policy: Policy };

/** As `kya` with `source: "api"`. */
export async function kyaByApi(client: ApiClient, input: Omit<KyaInput, "source">): Promise<KyaVerdict> {
  const wallet = parseWallet(client, input.wallet);
  const policy = parsePolicy(input.policy);
  for (let round = 1; round <= MAX_API_ROUNDS; round++) {
    const answer = await askApi(client, { path: `/api/v1/kya/${wallet}`, schema: KyaResponse });
    requireAbout({ asked: wallet, answered: answer.wallet });
    const facts = { wallet, checkedAt: answer.checkedAt, source: "api" } as const;
    const { agent } = answer;
    if (!answer.isRegistered || agent === null) {
      // The specified answer does not tell a wallet that was replaced from one that was never registered.
      const { data } = await askBulkKya(client, { wallets: [wallet], policy });
      return { ...facts, ...toNotRegistered(data[0]?.retiredFrom) };
    }
    const words = await askConsents(client, agent.agentId);
    // The wallet was released since the verdict, so that this record is no longer its entry.
    if (words.wallet.state === "released") continue;
    // If the agent was handed over since the verdict, the successor is named: the agreement is the successor's.
    const named = { ...agent, haftungsperson: words.haftungsperson.address };
    const agreement = toAgreement(words);
    const further = await askFurther(client, { wallet, policy, agentId: agent.agentId });
    if (further === undefined) continue;
    const { lineage: _lineage, selfModifying: _selfModifying, certified: _certified, ...answerable } = policy;
    const checkedAt = toSeconds(answer.checkedAt);
    const { objections } = decide({ ...toJudged(named), ...agreement }, answerable, checkedAt);
    // The API has judged by the newest block's time, which may be ahead of its clock.
    const isLapsed = !answer.isCompliant && findComplianceObjection(objections) === undefined;
    const all = [...objections, ...further, ...(isLapsed ? (["attestation-lapsed"] as const) : [])];
    const inOrder = OBJECTIONS.filter((objection) => all.includes(objection));
    return { ...facts, ...toFinding({ entry: { agent: named, ...agreement }, objections: inOrder }) };
  }
  throw new RegistryError({
    reason: "api-failed",
    message: `The query API contradicts itself about ${wallet}: its verdict names a record that no longer binds the wallet. Ask again in a minute, or ask the chain.`,
  });
}

/**
 * The specified answer has neither the ancestors, nor whether an agent modifies itself, nor what is certified about its
 * Haftungsperson: the bulk question decides about these. Undefined if it knows of another record than the one that the verdict is about.
 */
async function askFurther(
  client: ApiClient,
  { wallet, policy, agentId }: Question & { agentId: number },
): Promise<readonly Objection[] | undefined> {
  const { lineage, selfModifying, certified } = policy;
  if (lineage !== "ancestors" && selfModifying !== "refuse" && certified === undefined) return [];
  const { data } = await askBulkKya(client, { wallets: [wallet], policy });
  return data[0]?.agentId === agentId ? data[0].objections : undefined;
}

function toAgreement({ wallet, haftungsperson, parent }: ConsentsResponse): Agreement {
  return {
    consents: {
      wallet: wallet.state === "agreed",
      haftungsperson: haftungsperson.state === "agreed",
      parent: parent === null || parent.state === "agreed",
    },
    refusals: { haftungsperson: haftungsperson.state === "refused", parent: parent?.state === "refused" },
  };
}

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
  const wallets = parseWallets(client, input.wallets);
  const policy = parsePolicy(input.policy);
  const decisions: KyaDecision[] = [];
  for (let start = 0; start < wallets.length; start += MAX_BULK_WALLETS) {
    const part = wallets.slice(start, start + MAX_BULK_WALLETS);
    const { checkedAt, block, data } = await askBulkKya(client, { wallets: part, policy });
    for (const decision of data) decisions.push({ ...decision, checkedAt, source: "api", block });
  }
  return decisions;
}
