import { type KyaVerdict, toChainError } from "@agent-registry/sdk";
import { formatEther } from "viem";
import { getBalance } from "viem/actions";
import { COMMAND } from "../own-package.ts";
import { explainParties } from "../parties/verdict-words.ts";
import type { Session } from "../session/open-session.ts";
import { type Check, check, ok, warning } from "./checks.ts";

export function checkKey({ findKey, reader, settings }: Session, chain: Check) {
  return check("key", async () => {
    const key = await findKey("agent");
    if (key === undefined)
      return warning(`there is none: make one with \`${COMMAND} keygen\` to register and attest.`);
    const { address } = key.account;
    const whose = `${address} (from ${key.origin})`;
    if (chain.state === "wrong" || settings.registryAddress === undefined)
      return ok(`${whose}; not looked up`);
    const registry = reader();
    const answer = await registry.kya({ wallet: address });
    if (answer.verdict !== "not-registered") return judgeAgent({ whose, answer });
    if (answer.retiredFrom !== undefined) {
      return warning(
        `${whose} was the wallet of agent ${answer.retiredFrom} until another one took its place, for good: use the key of that one`,
      );
    }
    if (settings.relayerUrl !== undefined) return ok(`${whose} is no agent's wallet yet`);
    const balance = await getBalance(registry.client.reader, { address }).catch((error) => {
      throw toChainError(error);
    });
    return balance === 0n
      ? warning(`${whose} is no agent's wallet yet, and without a relayer it needs funds: it has none`)
      : ok(`${whose} is no agent's wallet yet; it has ${formatEther(balance)} ETH`);
  });
}

type Registered = Exclude<KyaVerdict, { verdict: "not-registered" }>;

function judgeAgent({ whose, answer }: { whose: string; answer: Registered }) {
  const { agentId, creator } = answer.agent;
  if (answer.objections.includes("wallet-not-agreed")) {
    return warning(
      `${whose} was entered as agent ${agentId} by ${creator} and never agreed: \`${COMMAND} confirm ${agentId}\`, or \`decline ${agentId}\``,
    );
  }
  if (answer.verdict === "non-compliant")
    return warning(`${whose} is agent ${agentId}, not compliant: ${answer.reason}`);
  const problem = explainParties(answer.objections);
  return problem === undefined
    ? ok(`${whose} is agent ${agentId}, compliant and agreed`)
    : warning(`${whose} is agent ${agentId}, compliant, but ${problem}`);
}
