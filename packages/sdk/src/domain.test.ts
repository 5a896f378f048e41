import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startHttpsServer, type TestHttpsServer } from "@agent-registry/testkit";
import { type Network, type VerifyDomainInput, verifyDomain } from "./domain.ts";
import { RegistryError } from "./errors/registry-error.ts";

const registryAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const input = { agentId: 7, domain: "agents.example", registryAddress, chainId: 84532 } as const;
const registrations = [
  { agentId: 1, agentRegistry: "eip155:84532:0x8004A818BFB912233c491871b3d84c89A494BD9e" },
  { agentId: "7", agentRegistry: `eip155:84532:${registryAddress.toLowerCase()}` },
];

let server: TestHttpsServer;
let network: Network;
const agentNames: (string | undefined)[] = [];
before(async () => {
  server = await startHttpsServer({
    hosts: ["agents.example"],
    handle: ({ headers }, response) => {
      agentNames.push(headers["user-agent"]);
      response.setHeader("Content-Type", "application/json").end(JSON.stringify({ registrations }));
    },
  });
  network = {
    resolve: async () => ["127.0.0.1"],
    isAllowed: (address) => address === "127.0.0.1",
    port: server.port,
    ca: server.cert,
  };
});
after(() => server.stop());

describe("verifyDomain", () => {
  it("says yes if the domain's file names the agent of this register on this chain", async () => {
    const { domain } = input;
    assert.deepEqual(await verifyDomain({ ...input, network }), { verified: true, domain });
    const named = { ...input, registryAddress: `eip155:84532:${registryAddress}` } as const;
    assert.deepEqual(await verifyDomain({ ...named, network, userAgent: "a shop" }), {
      verified: true,
      domain,
    });
    assert.deepEqual(agentNames, ["agent-registry-sdk", "a shop"]);
  });

  it("says no of another agent, another chain, and of servers that are not to be asked", async () => {
    const answers: [changes: Partial<VerifyDomainInput>, reason: string][] = [
      [{ agentId: 1 }, "no-matching-registration"],
      [{ chainId: 8453 }, "no-matching-registration"],
      [{ domain: "127.0.0.1" }, "invalid-domain"],
      [{ domain: "other.example" }, "unreachable"],
      [{ network: { ...network, isAllowed: () => false } }, "not-public"],
    ];
    for (const [changes, reason] of answers) {
      const { domain = input.domain } = changes;
      const verdict = await verifyDomain({ ...input, network, ...changes });
      assert.deepEqual(verdict, { verified: false, domain, reason });
    }
  });

  it("throws for what the caller got wrong", async () => {
    for (const changes of [
      { agentId: 0 },
      { chainId: 1.5 },
      { registryAddress: "0x12" },
      { registryAddress: `eip155:1:${registryAddress}` },
    ])
      await assert.rejects(
        verifyDomain({ ...input, network, ...changes } as VerifyDomainInput),
        (error) => error instanceof RegistryError && error.reason === "invalid-input",
      );
  });
});
