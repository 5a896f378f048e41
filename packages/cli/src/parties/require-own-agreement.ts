import { type AgentRecord, type AgentRegistry, RegistryError } from "@agent-registry/sdk";
import { type Address, isAddressEqual } from "viem";
import { COMMAND } from "../own-package.ts";

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
  if (isAddressEqual(agent.creator, address)) return;
  const { agentId } = agent;
  const isWallet = isAddressEqual(agent.agentWallet, address);
  if (!isWallet && isAddressEqual(agent.haftungsperson, address)) return;
  const consents = await registry.getConsents({ agentId, source: "chain" });
  if (!isWallet) return requireAttester({ agentId, address, attester: consents.attester });
  if (consents.wallet !== "none") return;
  if (isAddressEqual(agent.haftungsperson, address) && consents.haftungsperson === "agreed") return;
  const message =
    `Agent ${agentId} was entered by ${agent.creator} at ${agent.registeredAt}, and its wallet, which is this key's, never agreed to it. ` +
    `Look at it with \`${COMMAND} agent ${agentId}\`, then agree with \`${COMMAND} confirm ${agentId}\` or get the wallet back with \`${COMMAND} decline ${agentId}\`. Nothing was written.`;
  throw new RegistryError({ reason: "not-authorized", message });
}

/** A watch hears at once that its key may not attest any more, and not when the next attestation is due. */
function requireAttester(input: { agentId: number; address: Address; attester: Address | null }): void {
  const { agentId, address, attester } = input;
  if (attester !== null && isAddressEqual(attester, address)) return;
  throw new RegistryError({
    reason: "not-authorized",
    message: `Not authorized: the key's address ${address} is neither wallet, creator, Haftungsperson nor attester of agent ${agentId}. One of the first three makes it the attester with \`${COMMAND} attester ${agentId} --set ${address}\`. Nothing was written.`,
  });
}
