import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import type { IndexWriter } from "../index/apply/index-writer.ts";
import { createMending } from "./mending.ts";

const REBUILD = { kind: "rebuild", rewinds: 7 } as const;

function setUp() {
  const time = { nowMs: 1_000_000 };
  const cleared = Promise.withResolvers<void>();
  let rebuilds = 0;
  const mending = createMending({
    db: {} as never,
    clock: { now: () => time.nowMs },
    logger: createLogger({ name: "test", level: "silent" }),
    delays: { firstMs: 60_000, maxMs: 3_600_000 },
    onRebuild() {
      rebuilds += 1;
    },
  });
  const index = { rewinds: REBUILD.rewinds };
  const getRewindCount = async () => index.rewinds;
  const writer = { clear: () => cleared.promise, getRewindCount } as unknown as IndexWriter;
  return { mending, time, index, writer, cleared, rebuilds: () => rebuilds };
}

describe("mending", () => {
  it("does nothing unless something is wrong", async () => {
    const { mending, writer, rebuilds } = setUp();
    assert.equal(await mending.apply(writer, async () => {}), false);
    assert.equal(rebuilds(), 0);
  });

  it("is pending until the index is mended, and is done once", async () => {
    const { mending, writer, cleared, rebuilds } = setUp();
    mending.request(REBUILD);
    assert.equal(mending.isPending(), true);
    const applied = mending.apply(writer, async () => {});
    assert.equal(mending.isPending(), true);
    cleared.resolve();
    assert.equal(await applied, true);
    assert.equal(mending.isPending(), false);
    assert.equal(await mending.apply(writer, async () => {}), false);
    assert.equal(rebuilds(), 1);
  });

  it("is repeated ever more rarely if it does not help, and at once after a success", () => {
    const { mending, time } = setUp();
    const waits = Array.from({ length: 8 }, () => {
      mending.request(REBUILD);
      mending.drop();
      const startMs = time.nowMs;
      while (!mending.isDue()) time.nowMs += 1_000;
      return time.nowMs - startMs;
    });
    assert.ok((waits[0] ?? 0) <= 60_000);
    assert.ok((waits[7] ?? 0) >= 1_800_000 && (waits[7] ?? 0) <= 3_600_000);
    mending.request(REBUILD);
    mending.succeeded();
    assert.equal(mending.isDue(), true);
  });

  it("is planned anew if the index was changed since the comparison", async () => {
    const { mending, index, writer, cleared, rebuilds } = setUp();
    cleared.resolve();
    mending.request(REBUILD);
    index.rewinds += 1;
    assert.equal(await mending.apply(writer, async () => {}), false);
    assert.equal(rebuilds(), 0);
    assert.deepEqual([mending.isPending(), mending.isDue()], [false, true]);
  });

  it("is dropped if another process leads by now", async () => {
    const { mending, writer, rebuilds } = setUp();
    mending.request(REBUILD);
    mending.drop();
    assert.equal(await mending.apply(writer, async () => {}), false);
    assert.equal(rebuilds(), 0);
  });
});
