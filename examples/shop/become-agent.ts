import type { AgentRegistry } from "@agent-registry/sdk";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { openRegister } from "../provider/open-register.ts";

/** Registers the key's owner as an agent, without any ether, and has a person agree to answer for it. */
export async function becomeAgent(registry: AgentRegistry, operationalScope: string): Promise<number> {
  // In earnest, that key is in that person's hands alone.
  const haftungspersonKey = generatePrivateKey();
  const haftungsperson = privateKeyToAddress(haftungspersonKey);
  const { agentId } = await registry.register({ haftungsperson, operationalScope });
  await openRegister(haftungspersonKey).confirm({ agentId });
  return agentId;
}
