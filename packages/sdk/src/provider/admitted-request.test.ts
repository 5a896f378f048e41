import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftProof } from "../testing/craft-proof.ts";
import { craftSignature } from "../testing/craft-signature.ts";
import { adapters } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { PROOF_HEADER } from "./proof.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const NOW = 1_800_000_000;
const now = () => NOW;

const cases = [
  { name: "with a body", method: "POST", path: "/jobs", body: "work" },
  { name: "with an empty body", method: "POST", path: "/jobs", body: "" },
  { name: "without a body, with a query", method: "GET", path: "/jobs?fast=1", body: "" },
];

type Case = Omit<(typeof cases)[number], "name">;
const schemes: Record<string, (signed: Case & { host: string }) => Promise<Record<string, string>>> = {
  "agent-proof": async (signed) => ({
    [PROOF_HEADER]: await craftProof({ signer: agent, issuedAt: NOW, ...signed }),
  }),
  "ERC-8128": ({ host, ...signed }) =>
    craftSignature({ signer: agent, host: `http://${host}`, issuedAt: NOW, ...signed }),
};

for (const [name, start] of Object.entries(adapters)) {
  for (const [scheme, sign] of Object.entries(schemes)) {
    for (const { name: what, ...signed } of cases) {
      test(`a handler on ${name} learns which agent sent a request ${what} by ${scheme}, and what it says`, async () => {
        const registry = scriptRegister({ compliant: [agent.address], now });
        const nonceStore = { take: () => "taken" as const };
        const { host, send, stop } = await start({ registry, source: "api", nonceStore, now });
        const { method, path, body } = signed;
        const response = await send(
          new Request(`http://${host}${path}`, {
            method,
            body: method === "GET" ? null : body,
            headers: await sign({ host, ...signed }),
          }),
        );
        assert.deepEqual(await response.json(), { agentId: 1, body });
        await stop();
      });
    }
  }
}
