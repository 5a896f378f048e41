import { MIN_RELAYER_BALANCE_WEI, RelayerStatusResponse } from "@agent-registry/protocol";
import { parseEther } from "viem";
import type { Session } from "../session/open-session.ts";
import { check, ok, warning, wrong } from "./check.ts";
import { fetchAnswer } from "./fetch-answer.ts";

export function checkRelayer({ settings }: Session) {
  return check("relayer", async () => {
    const { relayerUrl, registryAddress } = settings;
    if (relayerUrl === undefined)
      return warning("none is configured (RELAYER_URL): writing costs gas of your own.");
    const answer = await fetchAnswer({ url: `${relayerUrl}/status`, schema: RelayerStatusResponse });
    if ("problem" in answer) return wrong(`${answer.problem}: check RELAYER_URL, or write with --direct.`);
    const { registry, balance, budgetRemaining } = answer.value;
    if (registryAddress !== undefined && registry.toLowerCase() !== registryAddress.toLowerCase()) {
      return wrong(
        `it serves the Registry ${registry}, not ${registryAddress}: check RELAYER_URL and REGISTRY_ADDRESS.`,
      );
    }
    if (parseEther(balance) < MIN_RELAYER_BALANCE_WEI)
      return wrong(`its balance of ${balance} ETH is too low to pay: write with --direct.`);
    if (Number.parseFloat(budgetRemaining) === 0)
      return warning("its budget of today is used up: wait, or write with --direct.");
    return ok(`pays for you; ${budgetRemaining} left of today's budget`);
  });
}
