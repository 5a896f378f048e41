import type { AgentRegistry, Source } from "@agent-registry/sdk";
import { toErrorLine } from "../terminal/error-line.ts";
import type { KnownWallets } from "../terminal/render-agent.ts";

export type EntryReader = Pick<AgentRegistry, "getAgent" | "getConsents">;

type Question = { agentId: number; source?: Source | undefined };

/** An agent's record and standing, with what the named parties said about it. */
export async function getExtract({ registry, ...question }: Question & { registry: EntryReader }) {
  const [record, consents] = await Promise.all([registry.getAgent(question), registry.getConsents(question)]);
  return { ...record, consents };
}

/** The same for somebody who looks it up, with the wallets that the agent has had. */
export async function getExtractWithWallets(input: Question & { registry: AgentRegistry }) {
  const [extract, wallets] = await Promise.all([getExtract(input), findWallets(input)]);
  return { ...extract, ...wallets };
}

/** Only the query API has them, and the record is worth showing without them. */
async function findWallets({
  registry,
  agentId,
}: Question & { registry: AgentRegistry }): Promise<KnownWallets> {
  if (registry.client.apiUrl === undefined) return {};
  try {
    const { total, data } = await registry.getAgentWallets({ agentId });
    return { wallets: { total, data } };
  } catch (error) {
    return { walletsUnknown: toErrorLine(error) };
  }
}
