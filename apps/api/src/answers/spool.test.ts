import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import type { SpooledAnswer } from "./answer.ts";
import { createSpool } from "./spool.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "spool-"));
});
after(() => rm(folder, { recursive: true }));

const logger = createLogger({ name: "test", level: "silent" });

async function collectLarge(pieces: AsyncIterable<string>): Promise<SpooledAnswer> {
  const answer = await createSpool({ folder, logger, maxMemoryLength: 10 }).collect(pieces);
  assert.equal(answer.kind, "spooled");
  return answer as SpooledAnswer;
}

async function* fixedPieces(count: number, size: number) {
  for (let index = 0; index < count; index += 1) yield String(index % 10).repeat(size);
}

const readAll = (answer: SpooledAnswer) => new Response(answer.open()).text();

describe("spool", () => {
  it("keeps a small body in memory", async () => {
    const answer = await createSpool({ folder, logger, maxMemoryLength: 10 }).collect(fixedPieces(2, 5));
    assert.equal(answer.kind === "memory" && answer.body, "0000011111");
  });

  it("gives every reader the whole of a large one, and leaves no name in the folder", async () => {
    const answer = await collectLarge(fixedPieces(30, 20_000));
    const expected = Array.from({ length: 30 }, (_, index) => String(index % 10).repeat(20_000)).join("");
    const bodies = await Promise.all([readAll(answer), readAll(answer)]);
    assert.ok(bodies.every((body) => body === expected));
    assert.equal(await readAll(answer), expected);
    assert.deepEqual(await readdir(folder), []);
    answer.close();
  });

  it("writes characters of any width whole", async () => {
    async function* pieces() {
      yield "ä€😀".repeat(20_000);
      yield "😀ß".repeat(20_000);
    }
    const answer = await collectLarge(pieces());
    assert.equal(await readAll(answer), "ä€😀".repeat(20_000) + "😀ß".repeat(20_000));
    answer.close();
  });

  it("sends what there is while the rest is still being made", async () => {
    const rest = Promise.withResolvers<void>();
    async function* pieces() {
      yield "the first piece";
      await rest.promise;
      yield ", and the last";
    }
    const answer = await collectLarge(pieces());
    const reader = answer.open().getReader();
    const first = await reader.read();
    assert.equal(Buffer.from(first.value ?? []).toString(), "the first piece");
    rest.resolve();
    const second = await reader.read();
    assert.equal(Buffer.from(second.value ?? []).toString(), ", and the last");
    assert.equal((await reader.read()).done, true);
    answer.close();
  });

  it("goes on for the others when a client leaves, before, during or after a read", async () => {
    const answer = await collectLarge(fixedPieces(30, 20_000));
    const leaver = answer.open().getReader();
    await leaver.read();
    const pending = leaver.read();
    await leaver.cancel();
    await pending;
    await answer.open().cancel();
    assert.equal((await readAll(answer)).length, 600_000);
    answer.close();
  });

  it("lets those who are reading finish after it is closed, and nobody else begin", async () => {
    const answer = await collectLarge(fixedPieces(30, 20_000));
    const reading = answer.open();
    answer.close();
    answer.close();
    assert.equal((await new Response(reading).text()).length, 600_000);
    assert.throws(() => answer.open());
  });

  it("breaks off for readers when making it fails, and says so", async () => {
    const failure = Promise.withResolvers<void>();
    async function* pieces() {
      yield "more than ten";
      await failure.promise;
      throw new Error("secret /path");
    }
    const answer = await collectLarge(pieces());
    const reading = readAll(answer);
    failure.resolve();
    await assert.rejects(reading, { message: "The answer broke off" });
    assert.equal(answer.isBroken(), true);
    answer.close();
  });

  it("fails as a whole when making it fails early, or no file can be had", async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    async function* failing(): AsyncGenerator<string> {
      throw new Error("no");
    }
    const spool = createSpool({ folder: "/dev/null/nowhere", logger, maxMemoryLength: 10 });
    await assert.rejects(spool.collect(failing()), { message: "no" });
    let isReleased = false;
    async function* pieces() {
      try {
        yield* fixedPieces(30, 20);
      } finally {
        isReleased = true;
      }
    }
    await assert.rejects(spool.collect(pieces()));
    assert.equal(isReleased, true);
  });
});
