// An agent that is refused, registers, has its Haftungsperson agree, and is served: node scripts/run.mjs examples/provider/agent.ts [provider's URL]
import { createAgentFetch } from "@agent-registry/sdk";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { openRegister } from "./open-register.ts";

const provider = process.argv[2] ?? "http://127.0.0.1:4000";
const registry = openRegister(generatePrivateKey());
const agentFetch = createAgentFetch(registry.client);
// The person who answers for the agent. In earnest, that key is in that person's hands alone.
const haftungspersonKey = generatePrivateKey();

async function askForForecast(): Promise<Response> {
  return agentFetch(`${provider}/forecast`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ city: "Zug" }),
  });
}

const refused = await askForForecast();
console.log(`Refused (${refused.status}): ${await refused.text()}`);

const { agentId, paidBy } = await registry.register({
  haftungsperson: privateKeyToAddress(haftungspersonKey),
  operationalScope: "Asks for the weather",
  constitution: "Ask politely, and pay the bill.\n",
  capabilities: ["ask"],
});
console.log(`Registered as agent ${agentId}; the gas was paid by the ${paidBy}.`);
await openRegister(haftungspersonKey).confirm({ agentId });
console.log("Its Haftungsperson has agreed to answer for it.");

// The provider remembers a refusal for a few seconds (403), and takes no proofs just after its start (503).
let served = await askForForecast();
for (let attempt = 1; [403, 503].includes(served.status) && attempt <= 20; attempt++) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  served = await askForForecast();
}
console.log(`Served (${served.status}): ${await served.text()}`);
process.exitCode = served.ok ? 0 : 1;
