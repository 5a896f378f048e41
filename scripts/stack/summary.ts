import type { Stack } from "./stack.ts";

/** What a person wants to know once everything is up. */
export function printSummary(stack: Stack): void {
  console.log(`
The Agent Registry is running${stack.isLocal ? " on a chain of its own" : ""}.

  Dashboard    ${stack.dashboardUrl}
  Query API    ${stack.apiUrl}/docs
  Relayer      ${stack.relayerUrl}/docs
  Chain        ${stack.chainId}${stack.isLocal ? ` at ${stack.rpcUrl}` : ""}
  Registry     ${stack.registryAddress}
  Forwarder    ${stack.forwarderAddress}

Try, in another terminal:   npx agent-registry kya ${stack.isLocal ? "0x…" : "<wallet>"}
Logs are in .local/logs. Ctrl-C stops everything.
`);
}
