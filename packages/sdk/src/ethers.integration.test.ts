import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import {
  Contract,
  getBytes,
  hexlify,
  JsonRpcProvider,
  type LogDescription,
  type Result,
  randomBytes,
  Wallet,
} from "ethers";
import { createAgentRegistry } from "./create-agent-registry.ts";
import { withCompliantAgent } from "./provider/fetch.ts";
import { longRunningNonceStore } from "./testing/provider-adapters.ts";
import { type Stack, useStack } from "./testing/start-stack.ts";

// The register is open to those who do not use our library: what is signed, sent and read here is written down by
// hand, as the specification has it, and signed by ethers. Only the ABIs and the service that is asked are ours.

const FORWARD_REQUEST = {
  ForwardRequest: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "gas", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint48" },
    { name: "data", type: "bytes" },
  ],
};

const agent = new Wallet(hexlify(randomBytes(32)));
const haftungsperson = new Wallet(hexlify(randomBytes(32)));
const scope = "Trades grain, with a key that ethers holds";
let stack: Stack;
let node: JsonRpcProvider;
let registry: Contract;
let forwarder: Contract;

before(async () => {
  stack = await useStack();
  const { rpcUrl, chainId, registryAddress, forwarderAddress } = stack.settings;
  // Without its cache, which would answer for a quarter of a second after a write as before it.
  node = new JsonRpcProvider(rpcUrl, chainId, { staticNetwork: true, cacheTimeout: -1 });
  registry = new Contract(registryAddress, registryAbi, node);
  forwarder = new Contract(forwarderAddress, minimalForwarderAbi, node);
});
after(() => node.destroy());

async function askRelayer<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`${stack.settings.relayerUrl}${path}`, init);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Answer;
}

type Relayed = { success: boolean; transactionHash: string };

/** The specification's signing flow. Returns the events that both contracts emitted. */
async function relay(signer: Wallet, data: string): Promise<LogDescription[]> {
  const { nonce } = await askRelayer<{ nonce: string }>(`/nonce/${signer.address}`);
  const domain = await askRelayer<Record<string, string>>("/domain");
  const to = await registry.getAddress();
  const request = { from: signer.address, to, value: "0", gas: "800000", nonce, deadline: "0", data };
  const signature = await signer.signTypedData(domain, FORWARD_REQUEST, request);
  const { success, transactionHash } = await askRelayer<Relayed>("/relay", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ request, signature }),
  });
  assert.equal(success, true);
  const receipt = await node.getTransactionReceipt(transactionHash);
  const contracts = [registry, forwarder];
  return (receipt?.logs ?? []).map((log) => {
    const contract = contracts.find(({ target }) => target === log.address);
    return contract?.interface.parseLog(log) ?? assert.fail(`no ABI knows the event of ${log.address}`);
  });
}

function getEvent(events: LogDescription[], name: string): Result {
  return events.find((event) => event.name === name)?.args ?? assert.fail(`${name} was not emitted`);
}

test("an ethers wallet registers an agent by the relayer, and its Haftungsperson agrees", async () => {
  const hash = hexlify(randomBytes(32));
  const register = registry.interface.encodeFunctionData("registerAgent", [
    haftungsperson.address,
    agent.address,
    hash,
    hash,
    scope,
    0,
    false,
  ]);
  const events = await relay(agent, register);
  const registered = getEvent(events, "AgentRegistered");
  assert.equal(registered.getValue("agentWallet"), agent.address);
  assert.equal(registered.getValue("operationalScope"), scope);
  assert.deepEqual(getEvent(events, "RequestForwarded").toArray(), [agent.address, 0n, true]);

  const agentId = registered.getValue("agentId");
  const confirm = registry.interface.encodeFunctionData("confirmAgent", [agentId]);
  const given = getEvent(await relay(haftungsperson, confirm), "ConsentGiven");
  assert.equal(given.getValue("actor"), haftungsperson.address);
});

test("an ethers contract reads the agent and its compliance by the published ABI", async () => {
  const record = await registry.getFunction("getAgentByWallet").staticCall(agent.address);
  const { agentId, creator, haftungsperson: liable, operationalScope, status } = record;
  assert.deepEqual(
    { creator, liable, operationalScope, status },
    { creator: agent.address, liable: haftungsperson.address, operationalScope: scope, status: 0n },
  );
  const compliance = await registry.getFunction("complianceStatus").staticCall(agentId);
  assert.deepEqual([compliance.isActive, compliance.attestationCurrent, compliance.status], [true, true, 0n]);
  const consents = await registry.getFunction("consents").staticCall(agentId);
  assert.deepEqual(consents.toArray(), [true, true, true]);
  const [found] = await registry.queryFilter(registry.getEvent("AgentRegistered")(agentId));
  assert.equal(found?.address, registry.target);
});

test("a service behind the middleware serves requests that an ethers wallet signed", async () => {
  const { chainId, rpcUrl, registryAddress } = stack.settings;
  const host = "api.example.com";
  const serve = withCompliantAgent(
    {
      registry: createAgentRegistry({ registryAddress, rpcUrl, chainId }),
      hosts: [host],
      nonceStore: longRunningNonceStore(),
    },
    (_request, { agentWallet }) => new Response(`Hello ${agentWallet}`),
  );
  const body = '{"buy":"grain"}';
  const digest = createHash("sha256").update(body).digest();
  const now = Math.floor(Date.now() / 1000);
  const send = async (headers: Record<string, string>) => {
    const request = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
    return (await serve(new Request(`https://${host}/jobs`, request))).text();
  };

  const covered = {
    "@scheme": "https",
    "@authority": host,
    "@method": "POST",
    "@path": "/jobs",
    "@query": "?",
    "content-digest": `sha-256=:${digest.toString("base64")}:`,
    "content-type": "application/json",
  };
  const names = Object.keys(covered).map((name) => `"${name}"`);
  const keyId = `eip155:${chainId}:${agent.address.toLowerCase()}`;
  const parameters = `(${names.join(" ")});created=${now};expires=${now + 60};nonce="${randomUUID()}";keyid="${keyId}";tag="erc8128"`;
  const lines = Object.entries({ ...covered, "@signature-params": parameters });
  const signature = await agent.signMessage(lines.map(([name, value]) => `"${name}": ${value}`).join("\n"));
  const signed = {
    "content-digest": covered["content-digest"],
    "signature-input": `sig=${parameters}`,
    signature: `sig=:${Buffer.from(getBytes(signature)).toString("base64")}:`,
  };
  assert.equal(await send(signed), `Hello ${agent.address}`);
  assert.match(await send(signed), /nonce was used before/);
});
