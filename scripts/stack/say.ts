import { toAccount } from "@agent-registry/testkit";
import type { Stack } from "./stack.ts";

const startedAt = Date.now();

/** One line of progress, with the seconds since the start. */
export function say(line: string): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${line}`);
}

/** What a person wants to know once everything is up. */
export function printSummary(stack: Stack, directory: string): void {
  const exampleWallet = stack.isLocal ? toAccount({ role: "wallet", agent: 1 }).address : "<wallet>";
  console.log(`
The Agent Registry is running${stack.isLocal ? " on a chain of its own" : ""}.

  Dashboard    ${stack.dashboardUrl}
  Query API    ${stack.apiUrl}/docs
  Relayer      ${stack.relayerUrl}/docs
  Chain        ${stack.chainId}${stack.isLocal ? ` at ${stack.rpcUrl}` : ""}
  Registry     ${stack.registryAddress}
  Forwarder    ${stack.forwarderAddress}

Try, in this folder, in another terminal:   npx agent-registry kya ${exampleWallet}
Logs are in ${directory}/logs. Ctrl-C stops everything.
`);
}
