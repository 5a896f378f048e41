import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createAgentRegistry } from "../create-agent-registry.ts";

const haftungsperson = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const registry = createAgentRegistry({
  rpcUrl: "http://127.0.0.1:1",
  registryAddress: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  account: privateKeyToAccount(generatePrivateKey()),
});

for (const blank of ["", " \n\t"]) {
  const writes: Record<string, () => Promise<unknown>> = {
    register: () => registry.register({ haftungsperson, operationalScope: blank }),
    registerChild: () => registry.registerChild({ parentAgentId: 7, operationalScope: blank }),
    suspend: () => registry.suspend({ agentId: 7, reason: blank }),
    revoke: () => registry.revoke({ agentId: 7, reason: blank }),
  };
  for (const [name, write] of Object.entries(writes))
    test(`${name} refuses the text ${JSON.stringify(blank)} before it asks the chain`, async () => {
      await assert.rejects(write(), { reason: "invalid-input", message: /^The .* is empty/ });
    });
}
