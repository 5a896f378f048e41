import { type AgentRecord, type AgentRegistry, RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";

/**
 * Before an attestation in the name of an agent's wallet: a wallet that a stranger entered must not look as if
 * it had taken the record for its own. The creator and a Haftungsperson that agreed attest as such.
 */
export async function requireOwnAgreement(input: {
  registry: Pick<AgentRegistry, "getConsents">;
  address: Address;
  agent: AgentRecord;
}): Promise<void> {
  const { registry, address, agent } = input;
  if (!isAddressEqual(agent.agentWallet, address) || isAddressEqual(agent.creator, address)) return;
  const { agentId } = agent;
  const consents = await registry.getConsents({ agentId, source: "chain" });
  if (consents.wallet !== "none") return;
  if (isAddressEqual(agent.haftungsperson, address) && consents.haftungsperson === "agreed") return;
  const message =
    `Agent ${agentId} was entered by ${agent.creator} at ${agent.registeredAt}, and its wallet, which is this key's, never agreed to it. ` +
    `Look at it with \`agent-registry agent ${agentId}\`, then agree with \`agent-registry confirm ${agentId}\` or get the wallet back with \`agent-registry decline ${agentId}\`. Nothing was written.`;
  throw new RegistryError({ reason: "not-authorized", message });
}
