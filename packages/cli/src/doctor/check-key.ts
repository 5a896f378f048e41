import { toChainError } from "@agent-registry/sdk";
import { formatEther } from "viem";
import type { Session } from "../session/open-session.ts";
import { type Check, check, ok, warning } from "./check.ts";

export function checkKey({ findKey, reader, settings }: Session, chain: Check) {
  return check("key", async () => {
    const key = findKey("agent");
    if (key === undefined)
      return warning("there is none: make one with `agent-registry keygen` to register and attest.");
    const { address } = key.account;
    const whose = `${address} (from ${key.origin})`;
    if (chain.state === "wrong" || settings.registryAddress === undefined)
      return ok(`${whose}; not looked up`);
    const registry = reader();
    const { verdict, reason, agent } = await registry.kya({ wallet: address });
    if (verdict === "compliant") return ok(`${whose} is agent ${agent.agentId}, compliant`);
    if (verdict === "non-compliant")
      return warning(`${whose} is agent ${agent.agentId}, not compliant: ${reason}`);
    if (settings.relayerUrl !== undefined) return ok(`${whose} is no agent's wallet yet`);
    const balance = await registry.client.reader.getBalance({ address }).catch((error) => {
      throw toChainError(error);
    });
    return balance === 0n
      ? warning(`${whose} is no agent's wallet yet, and without a relayer it needs funds: it has none`)
      : ok(`${whose} is no agent's wallet yet; it has ${formatEther(balance)} ETH`);
  });
}
