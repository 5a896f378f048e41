import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FilingsResponse, type RegisterFiling, TakenBackResponse } from "@agent-registry/protocol";
import { parseExactly, type TestPostgres, testedEngines, usePostgres } from "@agent-registry/testkit";
import { keccak256, stringToHex } from "viem";
import type { RegistryEvent } from "../../chain/decode-event.ts";
import type { BlockRow } from "../../index/schema.ts";
import { openIndex, TEST_ANCHOR } from "../../testing/open-index.ts";
import { createRandom } from "../../testing/random-chain.ts";
import { createRandomHistory } from "../../testing/random-history.ts";
import { createTestApi } from "../../testing/test-api.ts";

const ROUNDS = process.env.DEEP ? 300 : 12;
const SEED = 20_261_117;

let postgres: TestPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres?.stop());

type Random = (below: number) => number;
type Block = { number: number; hash: string; timestamp: number; events: RegistryEvent[] };

/** A seed for each block. Chains that begin with the same seeds share their first blocks, and no others. */
function createBlocks(seeds: readonly number[]): Block[] {
  let random: Random = () => 0;
  const history = createRandomHistory((below) => random(below));
  let { number, timestamp } = TEST_ANCHOR as { number: number; timestamp: number };
  return seeds.map((seed, place) => {
    random = createRandom(seed);
    number += 1;
    timestamp += random(1_000);
    const hash = keccak256(stringToHex(seeds.slice(0, place + 1).join()));
    const at = { blockNumber: number, blockHash: hash, timestamp };
    const events = Array.from({ length: random(4) }, (_, logIndex) => history.next({ ...at, logIndex }));
    return { number, hash, timestamp, events };
  });
}

type Get = ReturnType<typeof createTestApi>["get"];

/** Keeps a copy as the documentation says. */
function createCopier(get: Get, limit: number) {
  let copy: RegisterFiling[] = [];
  let next: string | undefined;
  const rewinds: number[] = [];
  return {
    copy: () => copy,
    /** How many filings were dropped each time. */
    rewinds,
    async step(): Promise<boolean> {
      const { status, body, headers } = await get(
        `/api/v1/filings?limit=${limit}${next === undefined ? "" : `&after=${next}`}`,
      );
      if (status === 410) {
        const back = parseExactly(TakenBackResponse, body);
        rewinds.push(copy.length - back.sequence);
        copy = copy.filter((filing) => filing.sequence <= back.sequence);
        next = back.next;
        return true;
      }
      assert.equal(status, 200);
      const page = parseExactly(FilingsResponse, body);
      copy.push(...page.filings);
      next = page.next;
      const link = `<?limit=${limit}&after=${encodeURIComponent(next)}>; rel="next"`;
      assert.equal(headers.get("link"), page.hasMore ? link : null);
      return page.hasMore;
    },
  };
}

/** What the filings of a chain must be, by its events alone. */
function toExpected(blocks: Block[]) {
  return blocks
    .flatMap(({ events }) => events)
    .map(({ kind, agentId, blockNumber, blockHash, logIndex, transactionHash }, place) => ({
      ...{ sequence: place + 1, kind, agentId, blockNumber, blockHash, logIndex, transactionHash },
    }));
}

const toComparable = (filing: RegisterFiling) => {
  const { sequence, kind, agentId, blockNumber, blockHash, logIndex, transactionHash } = filing;
  return { sequence, kind, agentId, blockNumber, blockHash, logIndex, transactionHash };
};

for (const engine of testedEngines) {
  describe(`GET /api/v1/filings (${engine})`, () => {
    let index: Awaited<ReturnType<typeof openIndex>>;
    let get: Get;
    before(async () => {
      index = await openIndex(engine === "postgres" ? await postgres.createDatabase() : undefined);
      ({ get } = createTestApi({ index: index.asked }));
      await index.startOver();
    });
    after(() => index?.close());

    const apply = (blocks: Block[]) =>
      index.writer.apply({ events: blocks.flatMap(({ events }) => events), blocks });

    it("is empty at the beginning, and gives a cursor all the same", async () => {
      const { status, body } = await get("/api/v1/filings");
      assert.equal(status, 200);
      assert.deepEqual(body, {
        filings: [],
        next: "0",
        hasMore: false,
        head: { blockNumber: TEST_ANCHOR.number, blockHash: TEST_ANCHOR.hash, sequence: 0 },
      });
    });

    it("lets copiers end with exactly the filings of the final chain, whatever is reorganised meanwhile", async () => {
      const random = createRandom(SEED);
      const copiers = [2, 7, 1_000].map((limit) => createCopier(get, limit));
      let seeds: number[] = [];
      let blocks: Block[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // Back by a few blocks as a rule, sometimes by many, and now and then the chain begins anew.
        const isReset = round % 10 === 3;
        const depth = isReset ? seeds.length : random(round % 5 === 1 ? seeds.length + 1 : 6);
        const kept = Math.max(0, seeds.length - depth);
        if (isReset) await index.startOver();
        else if (kept < seeds.length) {
          const known = await index.writer.getKnownBlocks();
          const number = TEST_ANCHOR.number + kept;
          await index.writer.undoTo(known.find((block) => block.number === number) as BlockRow);
        }
        // Some read while blocks are taken back and the new ones are not there yet.
        for (const copier of copiers) if (random(3) === 0) await copier.step();
        const added = Array.from({ length: 1 + random(15) }, () => random(2 ** 30));
        seeds = [...seeds.slice(0, kept), ...added];
        blocks = createBlocks(seeds);
        await apply(blocks.slice(kept));
        for (const copier of copiers) for (let steps = random(8); steps > 0; steps -= 1) await copier.step();
      }
      const expected = toExpected(blocks);
      assert.ok(expected.length > 20);
      const fresh = createCopier(get, 1_000);
      for (const copier of [fresh, ...copiers]) {
        while (await copier.step());
        assert.deepEqual(copier.copy().map(toComparable), expected);
        assert.deepEqual(copier.copy(), fresh.copy(), "in everything else that a filing tells, too");
      }
      assert.deepEqual(fresh.rewinds, []);
      const rewinds = copiers.flatMap((copier) => copier.rewinds);
      assert.ok(rewinds.length > 2, "copiers were sent back");
      assert.ok(
        copiers.some(({ rewinds }) => rewinds.some((dropped) => dropped > 0 && dropped < 16)),
        "a short reorganisation costs little",
      );
    });

    it("names the newest block, and answers 304 to who has read all", async () => {
      const { body, headers } = await get("/api/v1/filings?limit=1001");
      const last = body.filings.at(-1);
      assert.equal(body.head.sequence, last.sequence);
      assert.equal(headers.get("x-registry-block-hash"), body.head.blockHash);
      assert.equal(headers.get("cache-control"), "no-cache");
      const idle = await get(`/api/v1/filings?after=${body.next}`);
      assert.deepEqual(idle.body, { filings: [], next: body.next, hasMore: false, head: body.head });
      const etag = idle.headers.get("etag") ?? "";
      const again = await get(`/api/v1/filings?after=${body.next}`, { "if-none-match": etag });
      assert.equal(again.status, 304);
    });

    it("gives the newest first if asked to, with the cursor from which to follow", async () => {
      const { body: all } = await get("/api/v1/filings?limit=1001");
      const { status, body } = await get("/api/v1/filings?order=desc&limit=3");
      assert.equal(status, 200);
      assert.deepEqual(parseExactly(FilingsResponse, body).filings, all.filings.slice(-3).reverse());
      assert.deepEqual([body.next, body.hasMore, body.head], [all.next, false, all.head]);
    });

    it("sends a reader of another register back to the beginning", async () => {
      const { status, body } = await get(`/api/v1/filings?after=5.${"ab".repeat(8)}`);
      assert.equal(status, 410);
      assert.deepEqual([body.next, body.sequence], ["0", 0]);
    });

    for (const cursor of [
      "",
      "1",
      "00",
      "-1",
      "x",
      "1.abc",
      `1.${"AB".repeat(8)}`,
      `1.${"ab".repeat(8)}-`,
      `01.${"ab".repeat(8)}`,
      `1.${"ab".repeat(8)}-2.${"ab".repeat(8)}`,
      `9007199254740993.${"ab".repeat(8)}`,
      Array.from({ length: 6 }, (_, i) => `${9 - i}.${"ab".repeat(8)}`).join("-"),
    ]) {
      it(`refuses the cursor ${JSON.stringify(cursor)}`, async () => {
        const { status, body } = await get(`/api/v1/filings?after=${cursor}`);
        assert.equal(status, 400);
        assert.equal(body.error, "Invalid after: must be `next` of an earlier answer");
      });
    }
  });
}
