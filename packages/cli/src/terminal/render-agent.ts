import { toTimestamp } from "@agent-registry/protocol";
import type { AgentConsents, AgentResponse, AgentWalletsResponse } from "@agent-registry/sdk";
import { renderAge, renderFields, renderRecord, renderWords } from "./render.ts";

/** How records write a time that never happened. */
const NEVER = toTimestamp(0);

/** The newest wallets of an agent; why they are not known; or neither if there is no query API to ask. */
export type KnownWallets = {
  wallets?: Pick<AgentWalletsResponse, "total" | "data">;
  walletsUnknown?: string;
};

/** An extract of the register: an agent's record, its standing, its keys, and what the named parties said. */
export function renderAgent(extract: AgentResponse & { consents: AgentConsents } & KnownWallets): string[] {
  const { agent, children, compliance, consents } = extract;
  const compliant = compliance.isActive && compliance.attestationCurrent;
  const fields = {
    status: agent.status,
    compliant: compliant ? "yes" : "no",
    attested: `${renderAge(compliance.secondsSinceAttestation)} ago (${agent.lastAttestation})`,
    ...renderRecord(agent),
    "last revenue report": agent.lastRevenueReport === NEVER ? "never" : agent.lastRevenueReport,
    generation: agent.generation,
    children: children.length === 0 ? "none" : children.join(", "),
    ...renderWords(consents),
    "proposed haftungsperson": consents.proposedHaftungsperson ?? undefined,
    "proposed wallet": consents.pendingWallet ?? undefined,
    attester: consents.attester ?? undefined,
    "former wallets": renderFormer(extract),
  };
  return [`Agent ${agent.agentId}`, ...renderFields(fields)];
}

function renderFormer({ wallets, walletsUnknown }: KnownWallets): string | undefined {
  if (walletsUnknown !== undefined) return `not known: ${walletsUnknown}`;
  const former = wallets?.data.flatMap(({ wallet, since, until }) =>
    until === null ? [] : [`${wallet} (${since} to ${until})`],
  );
  if (wallets === undefined || former === undefined || former.length === 0) return undefined;
  const rest = wallets.total - wallets.data.length;
  return `${former.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
