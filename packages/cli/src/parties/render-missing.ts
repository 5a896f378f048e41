import type { AgentConsents } from "@agent-registry/sdk";

const NAMES = { wallet: "Wallet", haftungsperson: "Haftungsperson", parent: "Parent" } as const;

/** Who has yet to agree to a new record, and how. */
export function renderMissing(input: { agentId: number; consents: AgentConsents | undefined }): string[] {
  const { agentId, consents } = input;
  return (["wallet", "haftungsperson", "parent"] as const)
    .filter((part) => consents?.[part] === "none")
    .map((part) => `${NAMES[part]} has not agreed yet: npx agent-registry confirm ${agentId}`);
}
