import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { adapters } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const NOW = 1_800_000_000;
const now = () => NOW;

const cases = [
  { name: "with a body", method: "POST", path: "/jobs", body: "work" },
  { name: "with an empty body", method: "POST", path: "/jobs", body: "" },
  { name: "without a body, with a query", method: "GET", path: "/jobs?fast=1", body: "" },
];

for (const [name, start] of Object.entries(adapters)) {
  for (const { name: what, ...signed } of cases) {
    test(`a handler on ${name} learns which agent sent a request ${what}, and what it says`, async () => {
      const registry = scriptRegister({ compliant: [agent.address], now });
      const nonceStore = { take: () => "taken" as const };
      const { host, send, stop } = await start({ registry, source: "api", nonceStore, now });
      const { method, path, body } = signed;
      const response = await send(
        new Request(`http://${host}${path}`, {
          method,
          body: method === "GET" ? null : body,
          headers: await craftSignature({
            signer: agent,
            host: `http://${host}`,
            issuedAt: NOW,
            ...signed,
          }),
        }),
      );
      assert.deepEqual(await response.json(), { agentId: 1, body });
      await stop();
    });
  }
}
