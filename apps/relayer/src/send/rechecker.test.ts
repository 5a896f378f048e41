import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createLogger } from "@agent-registry/service";
import { type Hex, zeroAddress } from "viem";
import { RpcFailure } from "../chain/rpc-error.ts";
import type { Simulation } from "../chain/simulator.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createRechecker } from "./rechecker.ts";

const logger = createLogger({ name: "test", level: "silent" });
const TEN_MINUTES_MS = 600_000;

/** A queue of one request, whose simulation says what the test wants. */
function createQueue(simulate: () => Promise<Simulation>, { receipts = [] as (object | null)[] } = {}) {
  let now = 1_000_000;
  const asked: number[] = [];
  const refusals: string[] = [];
  let [checkedAt, checkAfter, failedChecks] = [0, 0, 0];
  const item = () => ({ digest: "0x01" as Hex, acceptedAt: 1_000_000, failedChecks }) as StoredRequest;
  const rechecker = createRechecker({
    chain: {
      async simulate() {
        asked.push(now);
        return await simulate();
      },
      readReceipt: async () => receipts.shift() as never,
    },
    clock: { now: () => now },
    wallet: zeroAddress,
    requests: {
      findReady: async ({ checkedAfter }) => (checkedAt > checkedAfter ? [item()] : []),
      findUnchecked: async ({ checkedAfter }) =>
        checkedAt <= checkedAfter && checkAfter <= now && refusals.length === 0 ? [item()] : [],
      async markChecked() {
        [checkedAt, checkAfter, failedChecks] = [now, 0, 0];
      },
      async postponeCheck({ until }) {
        [checkAfter, failedChecks] = [until, failedChecks + 1];
      },
    },
    transactions: {
      findUnsettled: async () =>
        [{ digests: ["0x01"], attempts: receipts.map(() => ({ hash: "0x02" })) }] as never,
    },
    refuse: async (_, { error }) => void refusals.push(error),
    onReady: () => {},
    logger,
  });
  return {
    asked,
    refusals,
    /** Looks every 100 ms for this long. */
    async pass(ms: number) {
      let ready: StoredRequest[] = [];
      for (const end = now + ms; now < end; now += 100) {
        ready = await rechecker.findReady();
        await turn();
      }
      return ready;
    },
  };
}

describe("the check of a queued request", () => {
  it("tries again after growing delays if no node answers, and refuses after ten minutes", async () => {
    const queue = createQueue(() => Promise.reject(new RpcFailure("the node did not answer in time")));
    await queue.pass(60_000);
    const delays = queue.asked.slice(1).map((at, i) => at - (queue.asked[i] ?? 0));
    assert.deepEqual(delays.slice(0, 6), [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    await queue.pass(TEN_MINUTES_MS - 61_000);
    assert.deepEqual(queue.refusals, []);
    await queue.pass(12_000);
    assert.deepEqual(queue.refusals, [
      "RPC failure: the request could not be simulated in time, and was not sent",
    ]);
    assert.ok(queue.asked.length < 70, `${queue.asked.length} simulations`);
  });

  it("lets a request go whose simulation succeeds, and simulates it again after ten seconds", async () => {
    const queue = createQueue(async () => ({ kind: "succeeds" }));
    assert.equal((await queue.pass(9_000)).length, 1);
    assert.equal(queue.asked.length, 1);
    await queue.pass(2_000);
    assert.equal(queue.asked.length, 2);
  });

  it("refuses a request that would fail, with its reason", async () => {
    const queue = createQueue(async () => ({ kind: "reverts", reason: "because" }));
    assert.deepEqual(await queue.pass(1_000), []);
    assert.deepEqual(queue.refusals, ["Contract reverted: because"]);
  });

  it("waits for the settlement if a transaction of ours has spent the request's nonce", async () => {
    const queue = createQueue(async () => ({ kind: "invalid-signature" }), { receipts: [null, {}] });
    assert.deepEqual(await queue.pass(900), []);
    assert.deepEqual(queue.refusals, []);
  });
});
