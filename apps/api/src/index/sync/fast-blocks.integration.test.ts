import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { registryAbi } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccounts,
  type LocalChain,
  startChain,
  startFaultyRpc,
  waitUntil,
} from "@agent-registry/testkit";
import { type Address, encodeFunctionData, pad, toHex, zeroHash } from "viem";
import { readTotals } from "../../questions/stats/stats.ts";
import { startTestIndex } from "../../testing/test-index.ts";

const POLLS = process.env.DEEP ? 60 : 5;
const REQUESTS_A_POLL = 3;
/** The default of `POLL_INTERVAL_MS`. */
const POLL_INTERVAL_MS = 1_000;

describe("a chain with five blocks a second", () => {
  let chain: LocalChain;
  let registryAddress: Address;
  before(async () => {
    chain = await startChain({ blockTimeMs: 200, allowBlocksWithSameTimestamp: true });
    registryAddress = (await deployLocally(chain)).registryAddress;
  });
  after(() => chain?.stop());

  /** Unsigned: the local chain holds this account's key. */
  async function register(number: number): Promise<void> {
    const wallet = pad(toHex(0xa000 + number), { size: 20 });
    const args = [devAccounts.haftungsperson.address, wallet, zeroHash, zeroHash, "", 0n, false] as const;
    const data = encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
    const call = { from: devAccounts.creator.address, to: registryAddress, data, gas: toHex(600_000) };
    await chain.reader.request({ method: "eth_sendTransaction" as never, params: [call] as never });
  }

  it("the index asks at most three requests a second and each poll reaches the head that it was told", async () => {
    const rpc = await startFaultyRpc({ target: chain.rpcUrl });
    const index = await startTestIndex({
      rpcUrls: [rpc.rpcUrl],
      registryAddress,
      pollIntervalMs: POLL_INTERVAL_MS,
    });
    try {
      await waitUntil(() => index.status().isCaughtUp, "the index to be caught up");
      const startedAt = performance.now();
      const requestsBefore = rpc.requests.count;
      const heads: number[] = [];
      const behind: number[] = [];
      let published: number | undefined;
      let polls = 0;
      rpc.setHook(({ method, params }) => {
        if (method !== "eth_getBlockByNumber" || params[0] !== "latest") return "pass";
        polls += 1;
        if (published !== undefined) behind.push(published - (index.status().indexedBlock ?? 0));
        return (block) => {
          published = Number((block as { number: string }).number);
          heads.push(published);
          return block;
        };
      });
      let registered = 0;
      while (behind.length < POLLS) {
        registered += 1;
        await register(registered);
      }
      // A block with many registrations has a full Bloom filter, which may by chance show an event that is
      // not there. Then the index reads the block's receipts: three requests on this chain, one on others.
      const inDoubt = rpc.calls.filter(({ method }) => method === "eth_getBlockReceipts").length;
      const requests = rpc.requests.count - requestsBefore - 3 * inDoubt;
      const seconds = (performance.now() - startedAt) / 1000;
      assert.deepEqual(
        behind,
        behind.map(() => 0),
        "no poll leaves blocks to the next one",
      );
      assert.ok((heads.at(-1) ?? 0) - (heads[0] ?? 0) > POLLS, "several blocks came with each poll");
      assert.ok(requests <= REQUESTS_A_POLL * polls, `${requests} requests in ${polls} polls`);
      assert.ok(requests <= 3 * (seconds + 1), `${requests} requests in ${seconds} seconds`);

      await waitUntil(
        async () => (await readTotals(index.db)).totalAgents === registered,
        () => `${registered} agents`,
      );
    } finally {
      await index.stop();
      await rpc.stop();
    }
  });
});
