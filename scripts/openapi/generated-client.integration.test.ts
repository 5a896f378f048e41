import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { createRegister } from "@agent-registry/api/testing/register-calls";
import { startRunningApi } from "@agent-registry/api/testing/running-api";
import { AgentResponse, AgentsResponse, KyaResponse, LineageNodeSchema } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  parseExactly,
  startChain,
} from "@agent-registry/testkit";
import { generateClients } from "./generate-clients.ts";

type Answer = { status: number; data: unknown; headers: Headers };
type Client = Record<string, (...args: unknown[]) => Promise<Answer>>;

const parent = devAccount(8);
const child = devAccount(9);

let chain: LocalChain;
let api: Awaited<ReturnType<typeof startRunningApi>>;
let folder: string;
let client: Client;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "agent-registry-client-"));
  chain = await startChain();
  const { registryAddress } = await deployLocally(chain);
  const { register } = createRegister({ chain, registryAddress });
  const { id: parentAgentId } = await register(parent, { agentWallet: parent.address });
  await register(parent, { agentWallet: child.address, parentAgentId });
  api = await startRunningApi({ RPC_URL: chain.rpcUrl, REGISTRY_ADDRESS: registryAddress });
  await api.waitUntilReady();
  await generateClients(folder, { baseUrl: api.url });
  client = await import(pathToFileURL(path.join(folder, "api-client.ts")).href);
});
after(async () => {
  await api?.stop();
  await chain?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Calls the generated function of this operation. */
function call(operationId: string, ...args: unknown[]): Promise<Answer> {
  const operation = client[operationId];
  assert.ok(operation, `the client has no ${operationId}`);
  return operation(...args);
}

describe("a client that orval made of the OpenAPI document", () => {
  it("asks about a wallet", async () => {
    const { status, data } = await call("getKya", parent.address);
    assert.equal(status, 200);
    const { isCompliant, agent } = parseExactly(KyaResponse, data);
    assert.deepEqual([isCompliant, agent?.haftungsperson], [true, devAccounts.haftungsperson.address]);
  });

  it("reads an agent with its children", async () => {
    const { status, data } = await call("getAgent", 1);
    assert.equal(status, 200);
    const { agent, children } = parseExactly(AgentResponse, data);
    assert.deepEqual([agent.agentWallet, children], [parent.address, [2]]);
  });

  it("passes the parameters of a list on", async () => {
    const { status, data } = await call("listAgents", { status: "Active", search: child.address, limit: 1 });
    assert.equal(status, 200);
    const { limit, data: found } = parseExactly(AgentsResponse, data);
    assert.deepEqual([limit, found.map(({ agentId }) => agentId)], [1, [2]]);
  });

  it("reads a tree of agents", async () => {
    const { status, data } = await call("getLineage", 1);
    assert.equal(status, 200);
    const { agentId, children } = parseExactly(LineageNodeSchema, data);
    assert.deepEqual([agentId, children.map(({ wallet }) => wallet)], [1, [child.address]]);
  });

  it("posts a list of wallets", async () => {
    const { status, data } = await call("checkWallets", {
      wallets: [parent.address, devAccount(10).address],
    });
    assert.equal(status, 200);
    const { data: decisions } = data as { data: { isRegistered: boolean }[] };
    assert.deepEqual(
      decisions.map(({ isRegistered }) => isRegistered),
      [true, false],
    );
  });

  it("is told that what it holds is still right, and what is wrong with a question", async () => {
    const etag = (await call("getAgent", 1)).headers.get("etag");
    const { status } = await call("getAgent", 1, { headers: { "If-None-Match": etag } });
    assert.equal(status, 304);
    const { status: missing, data } = await call("getAgent", 99);
    assert.deepEqual([missing, data], [404, { error: "Agent not found: 99" }]);
  });
});
