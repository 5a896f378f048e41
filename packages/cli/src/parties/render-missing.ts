import type { AgentConsents } from "@agent-registry/sdk";

const NAMES = { wallet: "Wallet", haftungsperson: "Haftungsperson", parent: "Parent" } as const;

type Input = { agentId: number; consents: AgentConsents | undefined; isSelfLiable: boolean };

/**
 * What a new record lacks before providers take it, and how to mend it: who has yet to agree, and whether a
 * Haftungsperson other than the wallet is missing.
 */
export function renderMissing({ agentId, consents, isSelfLiable }: Input): string[] {
  return [
    ...(["wallet", "haftungsperson", "parent"] as const)
      .filter((part) => consents?.[part] === "none")
      .map((part) => `${NAMES[part]} has not agreed yet: npx agent-registry confirm ${agentId}`),
    ...(isSelfLiable
      ? [
          `Wallet and Haftungsperson are one key, which most providers refuse: npx agent-registry handover ${agentId} --to <address>`,
        ]
      : []),
  ];
}
