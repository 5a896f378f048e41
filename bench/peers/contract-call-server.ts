// How a query API works that keeps no index: every answer is a call of the contract, cached for as long as
// ours. The fastest of its kind: one call for each look-up, everything else follows from the record.
import {
  CACHE_TTL_MS,
  isCompliant,
  type KyaResponse,
  registryAbi,
  toAgentStatus,
  toTimestamp,
} from "@agent-registry/protocol";
import { createLogger, listen } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, createPublicClient, getAddress, http } from "viem";

export type ContractCallServerOptions = { rpcUrl: string; registryAddress: Address };

const { rpcUrl, registryAddress } = JSON.parse(process.argv[2] ?? "{}") as ContractCallServerOptions;
const client = createPublicClient({ transport: http(rpcUrl) });
const cache = new Map<string, { expiresAtMs: number; body: KyaResponse }>();

async function check(wallet: Address): Promise<KyaResponse> {
  const checkedAt = new Date().toISOString();
  const args = [wallet] as const;
  const call = {
    address: registryAddress,
    abi: registryAbi,
    functionName: "getAgentByWallet",
    args,
  } as const;
  // A wallet without an agent reverts.
  const agent = await client.readContract(call).catch(() => undefined);
  if (agent === undefined) return { wallet, isRegistered: false, isCompliant: false, agent: null, checkedAt };
  const { creator, haftungsperson, agentWallet, operationalScope } = agent;
  const status = toAgentStatus(agent.status);
  const lastAttestation = Number(agent.lastAttestation);
  return {
    wallet,
    isRegistered: true,
    isCompliant: isCompliant({ status, lastAttestation }, Math.floor(Date.now() / 1000)),
    agent: {
      agentId: Number(agent.agentId),
      creator,
      haftungsperson,
      agentWallet,
      operationalScope,
      status,
      registeredAt: toTimestamp(Number(agent.registeredAt)),
      lastAttestation: toTimestamp(lastAttestation),
    },
    checkedAt,
  };
}

const app = new Hono().get("/api/v1/kya/:wallet", async (c) => {
  const wallet = getAddress(c.req.param("wallet"));
  const cached = cache.get(wallet);
  if (cached !== undefined && cached.expiresAtMs > Date.now()) return c.json(cached.body);
  const body = await check(wallet);
  cache.set(wallet, { expiresAtMs: Date.now() + CACHE_TTL_MS.kya, body });
  return c.json(body);
});

const logger = createLogger({ name: "peer", level: "silent" });
const { url } = await listen({ app, port: 0, hostname: "127.0.0.1", logger });
process.send?.({ url });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage.rss() });
});
process.on("disconnect", () => process.exit(0));
