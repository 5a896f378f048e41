import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { findStatus } from "@agent-registry/protocol/signed";
import type { Logger } from "@agent-registry/service";
import { type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { numberToHex } from "viem";
import type { RegistryEvent } from "../chain/decode-event.ts";
import { readAtBlock } from "../index/at-block.ts";
import type { BlockRow } from "../index/schema.ts";
import { openIndex, TEST_ANCHOR } from "../testing/open-index.ts";
import { createRandom } from "../testing/random-chain.ts";
import { createRandomHistory } from "../testing/random-history.ts";
import { createKeptStandings } from "./keep-standings.ts";
import { readStandings, type Standings, type StandingsQuery } from "./read-standings.ts";

const STEPS = process.env.DEEP ? 400 : 60;
const BLOCKS = 80;
const [DAY, WEEK] = [86_400, 604_800];

type Block = BlockRow & { events: RegistryEvent[] };

/** A chain of its own for each branch; up to `fork` it is the one of branch 0, block by block. */
function createBlocks({ seed, branch, fork }: { seed: number; branch: number; fork: number }): Block[] {
  let random = createRandom(seed);
  const history = createRandomHistory((below) => random(below));
  let { number, timestamp } = TEST_ANCHOR;
  return Array.from({ length: BLOCKS }, (_, place) => {
    const isOwn = place >= fork;
    if (place === fork && branch > 0) random = createRandom(seed + 1_000 * branch);
    number += 1;
    // As a rule minutes, so that most agents stand as before; now and then days.
    timestamp += random(12) === 0 ? random(3 * DAY) : random(400);
    const hash = numberToHex((isOwn ? branch * 10_000 : 0) + number, { size: 32 });
    const inBlock = { blockNumber: number, blockHash: hash, timestamp };
    const events = Array.from({ length: random(5) }, (_, logIndex) => history.next({ ...inBlock, logIndex }));
    const { agents, filings } = history.read();
    return { number, hash, timestamp, last_sequence: filings, last_agent_id: agents.length, events };
  });
}

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

for (const engine of testedEngines) {
  describe(`standings that are kept (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
    });
    after(() => index?.close());

    const apply = (blocks: Block[]) =>
      index.writer.apply({
        events: blocks.flatMap(({ events }) => events),
        blocks: blocks.map(({ number, hash, timestamp }) => ({ number, hash, timestamp })),
      });
    const toQuery = (now: number): StandingsQuery => ({
      expiresAt: now + 900,
      partiesChangedSince: now - DAY - 600,
    });

    /** Counts how often everything is read, and the warnings. */
    function createKept() {
      const counts = { whole: 0, warnings: 0 };
      const logger = {
        info() {
          counts.whole += 1;
        },
        warn() {
          counts.warnings += 1;
        },
      } as unknown as Logger;
      return { ...createKeptStandings({ open: index.asked.open, logger }), counts };
    }

    const readWhole = (query: StandingsQuery) =>
      readAtBlock(index.asked.open, "long", (at) => readStandings(at, query));
    const toValues = ({ values, lastAgentId }: Standings) =>
      Array.from({ length: lastAgentId + 1 }, (_, agentId) => findStatus(values, agentId));

    for (const seed of process.env.DEEP ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2]) {
      it(`are those of a reading from nothing, whatever is filed, taken back or restored (history ${seed})`, async () => {
        const random = createRandom(seed * 77);
        await index.startOver();
        const kept = createKept();
        let branches = 0;
        let blocks = createBlocks({ seed, branch: 0, fork: BLOCKS });
        let former = blocks;
        let applied = 0;
        let differed = 0;
        let last: Standings | undefined;
        for (let step = 0; step < STEPS; step += 1) {
          const what = random(10);
          if (what < 6 && applied < BLOCKS) {
            const to = Math.min(BLOCKS, applied + 1 + random(4));
            await apply(blocks.slice(applied, to));
            applied = to;
          } else if (what < 8 && applied > 1) {
            // A reorganisation: to a branch of its own, or to the one that was left.
            const fork = Math.max(1, applied - 1 - random(random(4) === 0 ? applied : 4));
            branches += 1;
            const isBack = random(3) === 0;
            const next = isBack ? former : createBlocks({ seed, branch: branches, fork });
            const common = blocks.findIndex((block, i) => block.hash !== next[i]?.hash);
            const back = Math.min(applied, common === -1 ? applied - 1 : common);
            const { events: _, ...ancestor } = blocks[back - 1] ?? {
              ...TEST_ANCHOR,
              last_sequence: 0,
              last_agent_id: 0,
              events: [],
            };
            await index.writer.undoTo(ancestor);
            [former, blocks] = [blocks, next];
            applied = Math.min(BLOCKS, back + random(4));
            if (applied > back) await apply(blocks.slice(back, applied));
          } else if (what === 8 && applied > 0) {
            // A restore: the same chain, or another one, from its beginning on.
            await index.startOver();
            if (random(2) === 0) {
              branches += 1;
              blocks = createBlocks({ seed, branch: branches, fork: 0 });
            }
            applied = Math.max(1, applied - random(5));
            await apply(blocks.slice(0, applied));
          } else {
            await index.writer.prune();
          }
          const newest = blocks[applied - 1]?.timestamp ?? TEST_ANCHOR.timestamp;
          // Time alone ends the weeks of attestations and the days after changes.
          const pause = random(6) === 0 ? random(WEEK + DAY) : random(600);
          const query = toQuery(newest + pause);
          const [found, whole] = [await kept.read(query), await readWhole(query)];
          assert.ok(found && whole);
          assert.deepEqual(toValues(found), toValues(whole), `step ${step}`);
          assert.deepEqual(found, whole, `step ${step}`);
          if (last !== undefined && Buffer.compare(last.values, whole.values) !== 0) differed += 1;
          last = whole;
        }
        assert.ok(differed > STEPS / 4, "the standings changed");
        assert.ok(kept.counts.whole < STEPS / 3, `${kept.counts.whole} of ${STEPS} were read whole`);
      });
    }

    it("are compared with the index, which counts if they differ", async () => {
      const blocks = createBlocks({ seed: 3, branch: 0, fork: BLOCKS }).slice(0, 60);
      const newest = blocks.at(-1)?.timestamp ?? 0;
      await index.startOver();
      await apply(blocks);
      const kept = createKept();
      await kept.read(toQuery(newest));
      assert.equal(await kept.check(toQuery(newest)), false);
      // What no filing says, as if the index had been mended.
      await index.db
        .updateTable("agents")
        .set(({ eb }) => ({ status: eb(eb.val(2), "-", eb.ref("status")) }))
        .where("status", "in", [0, 2])
        .execute();
      const whole = await readWhole(toQuery(newest + 1));
      assert.notDeepEqual(await kept.read(toQuery(newest + 1)), whole);
      assert.equal(await kept.check(toQuery(newest + 1)), true);
      assert.deepEqual(kept.counts, { whole: 1, warnings: 1 });
      assert.deepEqual(await kept.read(toQuery(newest + 1)), whole);
      assert.equal(await kept.check(toQuery(newest + 1)), false);
    });
  });
}
