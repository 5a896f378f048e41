import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import { systemClock } from "@agent-registry/service";
import {
  deployLocally,
  devAccounts,
  type FaultyRpc,
  type LocalChain,
  type RpcHook,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import { type Address, encodeEventTopics, pad, toHex, zeroHash } from "viem";
import { startTestIndex, type TestIndex } from "../../testing/test-index.ts";
import { readAgent } from "../read/read-agent.ts";

type RawLog = { topics: string[]; blockNumber: string };
type Receipt = { logs: RawLog[] };

const [STATUS_CHANGED] = encodeEventTopics({ abi: registryAbi, eventName: "AgentStatusChanged" });
const withoutRevocation = (logs: RawLog[]) => logs.filter(({ topics }) => topics[0] !== STATUS_CHANGED);
const isByHash = (params: unknown[]) => Object.hasOwn(params[0] ?? {}, "blockHash");

let lies = 0;
/** A node that leaves revocations out of its logs, of recent blocks or of ranges. */
function leavingOut(options: { times: number; in: "blocks" | "ranges" }): RpcHook {
  lies = 0;
  return ({ method, params }) => {
    if (method !== "eth_getLogs" || isByHash(params) !== (options.in === "blocks")) return "pass";
    return (result) => {
      const lie = withoutRevocation(result as RawLog[]);
      if (lies === options.times || lie.length === (result as RawLog[]).length) return result;
      lies += 1;
      return lie;
    };
  };
}

describe("a node that leaves logs out of its answers", () => {
  let chain: LocalChain;
  let proxy: FaultyRpc;
  let registryAddress: Address;
  let index: TestIndex | undefined;
  let agents = 0;
  let skippedMs = 0;
  const clock = { now: () => systemClock.now() + skippedMs };

  before(async () => {
    chain = await startChain();
    registryAddress = (await deployLocally(chain)).registryAddress;
  });
  after(() => chain?.stop());
  beforeEach(async () => {
    skippedMs = 0;
    proxy = await startFaultyRpc({ target: chain.rpcUrl });
  });
  afterEach(async () => {
    await index?.stop();
    index = undefined;
    await proxy.stop();
  });

  const start = async (rpcUrls: string[], tuning = {}) => {
    index = await startTestIndex({ rpcUrls, registryAddress, clock, tuning });
    return index;
  };
  const head = async () => Number(await chain.reader.getBlockNumber());

  async function register(): Promise<number> {
    agents += 1;
    const wallet = pad(toHex(0xa000 + agents), { size: 20 });
    const args = [devAccounts.haftungsperson.address, wallet, zeroHash, zeroHash, "", 0n, false] as const;
    await chain
      .wallet(devAccounts.creator)
      .writeContract({ address: registryAddress, abi: registryAbi, functionName: "registerAgent", args });
    return agents;
  }
  const revoke = (agentId: number) =>
    chain.wallet(devAccounts.owner).writeContract({
      address: registryAddress,
      abi: registryAbi,
      functionName: "revokeAgent",
      args: [BigInt(agentId), "for good"],
    });
  const attest = (agentId: number) =>
    chain.wallet(devAccounts.creator).writeContract({
      address: registryAddress,
      abi: registryAbi,
      functionName: "attestCompliance",
      args: [BigInt(agentId)],
    });
  const statusOf = async (at: TestIndex, agentId: number) => (await readAgent(at.db, agentId))?.status;

  /** An index that is caught up with one active agent; only then the node begins to lie. */
  async function startBefore(rpcUrls: string[], hook: RpcHook) {
    const agentId = await register();
    const at = await start(rpcUrls);
    await at.waitForBlock(await head());
    proxy.setHook(hook);
    return { at, agentId };
  }

  it("a revocation shows although the first of two nodes once left it out of its answer", async () => {
    const hook = leavingOut({ times: 1, in: "blocks" });
    const { at, agentId } = await startBefore([proxy.rpcUrl, chain.rpcUrl], hook);
    await revoke(agentId);
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
    assert.equal(lies, 1, "the node did leave it out");
  });

  it("a revocation shows although the only node once left it out of its answer", async () => {
    const { at, agentId } = await startBefore([proxy.rpcUrl], leavingOut({ times: 1, in: "blocks" }));
    await revoke(agentId);
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
  });

  it("a revocation shows although the only node always leaves it out of its logs, since receipts hold it", async () => {
    const { at, agentId } = await startBefore([proxy.rpcUrl], leavingOut({ times: 1_000, in: "blocks" }));
    await revoke(agentId);
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
  });

  it("a revocation shows although the node gives the other event of its block", async () => {
    const { at, agentId } = await startBefore([proxy.rpcUrl], leavingOut({ times: 1, in: "blocks" }));
    await chain.test.setAutomine(false);
    try {
      await attest(agentId);
      await revoke(agentId);
      await chain.test.mine({ blocks: 1 });
    } finally {
      await chain.test.setAutomine(true);
    }
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
    assert.equal(await readAgent(at.db, agentId).then((agent) => agent?.lastAttestation), await chain.now());
  });

  it("the index does not pass a block whose logs nobody can explain, says so, and goes on once it is told", async () => {
    const { at, agentId } = await startBefore([proxy.rpcUrl], ({ method }) => {
      if (method === "eth_getLogs") return (result) => withoutRevocation(result as RawLog[]);
      if (method !== "eth_getTransactionReceipt") return "pass";
      return (result) => ({ ...(result as Receipt), logs: withoutRevocation((result as Receipt).logs) });
    });
    const revokedAt = (await head()) + 1;
    await revoke(agentId);
    await chain.test.mine({ blocks: 1 });
    await waitUntil(
      () => (at.status().problem ?? "").includes(`block ${revokedAt}`),
      () => `a complaint about block ${revokedAt}: ${JSON.stringify(at.status())}`,
    );
    assert.equal(at.status().indexedBlock, revokedAt - 1);
    skippedMs += 15_000;
    assert.equal(at.status().isCaughtUp, false, "not called current once the grace period is over");

    proxy.setHook(() => "pass");
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
    assert.equal(at.status().problem, null);
  });

  it("a revocation in the chain's past shows although the first of two nodes leaves it out of its ranges", async () => {
    const agentId = await register();
    await revoke(agentId);
    const later = await register();
    for (let i = 0; i < 5; i += 1) await chain.test.mine({ blocks: 1 });
    proxy.setHook(leavingOut({ times: 1, in: "ranges" }));
    const at = await start([proxy.rpcUrl, chain.rpcUrl], { keptBlocks: 3, keptSeconds: 3 });
    await at.waitForBlock(await head());
    assert.equal(await statusOf(at, agentId), "Revoked");
    assert.equal(await statusOf(at, later), "Active");
    assert.equal(lies, 1, "the node did leave it out");
  });
});
