import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createLogger } from "@agent-registry/service";
import { type Hex, zeroAddress } from "viem";
import { createReorganisations } from "./reorganisations.ts";

const logged: Record<string, unknown>[] = [];
const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
const logger = createLogger({ name: "test", destination });
const LOOK_MS = 2_000;
const MINUTE_MS = 60_000;

/** Blocks of ours, a chain to compare them with, and one look for each `look()`. */
function createWatch(blocks: { number: number; hash: Hex; settledAt: number }[]) {
  let now = 100 * MINUTE_MS;
  const chain = new Map<number, Hex | null>(blocks.map(({ number, hash }) => [number, hash]));
  const asked: number[] = [];
  const revived: Hex[] = [];
  const notified: number[] = [];
  logged.length = 0;
  const fail = { next: false };
  const reorganisations = createReorganisations({
    chain: {
      async readBlockHash(number) {
        asked.push(number);
        if (fail.next) {
          fail.next = false;
          throw new Error("down");
        }
        return chain.get(number) ?? null;
      },
    },
    clock: { now: () => now },
    wallet: zeroAddress,
    transactions: {
      findMinedBlocks: async ({ since }) =>
        blocks.filter(({ settledAt, hash }) => settledAt >= since && !revived.includes(hash)),
      async revive({ blockHash, since }) {
        assert.equal(since, now - 10 * MINUTE_MS);
        revived.push(blockHash);
        return 1;
      },
    },
    timing: { reorganisationPollMs: LOOK_MS, lostMs: 20_000 },
    onRevived: () => notified.push(revived.length),
    logger,
  });
  reorganisations.start();
  return {
    chain,
    revived,
    /** How many blocks were taken back at each call of `onRevived`. */
    notified,
    /** The node does not answer the next time. */
    fail,
    stop: () => reorganisations.stop(),
    advance: (ms: number) => (now += ms),
    /** The numbers of the blocks that the next look asks for. */
    async look(timers: { tick(ms: number): void }) {
      asked.length = 0;
      timers.tick(LOOK_MS);
      for (let turns = 0; turns < 200; turns += 1) await turn();
      return [...asked];
    },
  };
}

const NOW = 100 * MINUTE_MS;
const newestFirst = (...numbers: number[]) =>
  numbers.map((number) => ({ number, hash: `0x${number}` as Hex, settledAt: NOW }));

describe("the watch for reorganisations", () => {
  it("asks for each block once, and then for the newest alone", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look } = createWatch(newestFirst(30, 20, 10));
    assert.deepEqual(await look(t.mock.timers), [30, 20, 10]);
    assert.deepEqual(await look(t.mock.timers), [30]);
    assert.deepEqual(await look(t.mock.timers), [30]);
  });

  it("goes down to the last block that is still in the chain, and takes back what is above", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, revived, notified } = createWatch(newestFirst(40, 30, 20, 10));
    await look(t.mock.timers);
    assert.deepEqual(notified, []);
    chain.set(40, "0xother").set(30, "0xother");
    assert.deepEqual(await look(t.mock.timers), [40, 30, 20]);
    assert.deepEqual(revived, ["0x40", "0x30"]);
    assert.deepEqual(notified, [2]);
    assert.deepEqual(
      logged.map(({ block, blockHash, transactions, msg }) => [block, blockHash, transactions, msg]),
      [
        [40, "0x40", 1, "a reorganisation took a block away"],
        [30, "0x30", 1, "a reorganisation took a block away"],
      ],
    );
    assert.deepEqual(await look(t.mock.timers), [20]);
  });

  it("finds a block of another branch below a newer one that is in the chain", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, revived } = createWatch(newestFirst(40, 30));
    chain.set(30, "0xother");
    await look(t.mock.timers);
    assert.deepEqual(revived, ["0x30"]);
  });

  it("watches for ten minutes, however many blocks that is", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, advance } = createWatch(newestFirst(10));
    advance(10 * MINUTE_MS);
    assert.deepEqual(await look(t.mock.timers), [10]);
    advance(1);
    assert.deepEqual(await look(t.mock.timers), []);
  });

  it("waits for a node that is behind, but not for ever", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, advance, revived } = createWatch(newestFirst(10));
    chain.set(10, null);
    await look(t.mock.timers);
    advance(19_999);
    await look(t.mock.timers);
    assert.deepEqual(revived, []);
    advance(1);
    await look(t.mock.timers);
    assert.deepEqual(revived, ["0x10"]);
  });

  it("counts anew how long a node is behind if it had the block in between", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, advance, revived } = createWatch(newestFirst(10));
    chain.set(10, null);
    await look(t.mock.timers);
    advance(15_000);
    chain.set(10, "0x10");
    await look(t.mock.timers);
    chain.set(10, null);
    await look(t.mock.timers);
    advance(19_999);
    await look(t.mock.timers);
    assert.deepEqual(revived, []);
  });

  it("asks again for a block that was mined anew after it was taken back", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, revived } = createWatch(newestFirst(40, 30));
    await look(t.mock.timers);
    chain.set(40, "0xother").set(30, "0xother");
    await look(t.mock.timers);
    revived.length = 0;
    chain.set(40, "0x40").set(30, "0x30");
    assert.deepEqual(await look(t.mock.timers), [40, 30]);
  });

  it("trusts no earlier look at a block that another process had taken back", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, revived } = createWatch(newestFirst(45, 40));
    revived.push("0x45");
    assert.deepEqual(await look(t.mock.timers), [40]);
    revived[0] = "0x40";
    assert.deepEqual(await look(t.mock.timers), [45]);
    // A node that is behind has returned that block again.
    revived.length = 0;
    chain.set(40, "0xother");
    await look(t.mock.timers);
    assert.deepEqual(revived, ["0x40"]);
  });

  it("counts anew how long a node is behind for a block that was mined anew", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain, advance, revived } = createWatch(newestFirst(10));
    chain.set(10, null);
    await look(t.mock.timers);
    advance(20_000);
    await look(t.mock.timers);
    assert.deepEqual(revived, ["0x10"]);
    await look(t.mock.timers);
    revived.length = 0;
    await look(t.mock.timers);
    assert.deepEqual(revived, []);
  });

  it("takes no block for one that was in the chain because a node did not have it", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, chain } = createWatch(newestFirst(30, 20));
    chain.set(30, null);
    await look(t.mock.timers);
    chain.set(30, "0x30");
    assert.deepEqual(await look(t.mock.timers), [30, 20]);
  });

  it("goes on when the node answers again", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, fail } = createWatch(newestFirst(10));
    fail.next = true;
    assert.deepEqual(await look(t.mock.timers), [10]);
    assert.equal(logged.at(-1)?.msg, "the watch for reorganisations failed; trying again");
    assert.deepEqual(await look(t.mock.timers), [10]);
  });

  it("looks every two seconds, and not after a stop", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look, stop } = createWatch(newestFirst(10));
    await look(t.mock.timers);
    await stop();
    assert.deepEqual(await look(t.mock.timers), []);
  });

  it("asks for a bounded number of blocks in one look", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { look } = createWatch(newestFirst(...Array.from({ length: 50 }, (_, i) => 100 - i)));
    assert.equal((await look(t.mock.timers)).length, 20);
    assert.equal((await look(t.mock.timers)).length, 20);
    assert.equal((await look(t.mock.timers)).length, 11);
    assert.deepEqual(await look(t.mock.timers), [100]);
  });
});
