import type { AgentRegistry, Source } from "@agent-registry/sdk";

export type EntryReader = Pick<AgentRegistry, "getAgent" | "getConsents">;

/** An agent's record and standing, with what the named parties said about it. */
export async function getExtract({
  registry,
  ...question
}: {
  registry: EntryReader;
  agentId: number;
  source?: Source | undefined;
}) {
  const [record, consents] = await Promise.all([registry.getAgent(question), registry.getConsents(question)]);
  return { ...record, consents };
}
