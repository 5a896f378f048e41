import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { createLogger } from "@agent-registry/service";
import { createResponseBuffer } from "./response-buffer.ts";
import type { FileResponse } from "./stored-response.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "responses-"));
});
after(() => rm(folder, { recursive: true }));

const logger = createLogger({ name: "test", level: "silent" });

async function collectLarge(pieces: AsyncIterable<string>): Promise<FileResponse> {
  const response = await createResponseBuffer({ folder, logger, maxMemoryLength: 10 }).collect("key", pieces);
  assert.equal(response.kind, "file");
  return response as FileResponse;
}

async function* fixedPieces(count: number, size: number) {
  for (let index = 0; index < count; index += 1) yield String(index % 10).repeat(size);
}

const readAll = (response: FileResponse) => new Response(response.open()).text();

describe("response buffer", () => {
  it("keeps a small body in memory", async () => {
    const response = await createResponseBuffer({ folder, logger, maxMemoryLength: 10 }).collect(
      "key",
      fixedPieces(2, 5),
    );
    assert.equal(response.kind === "memory" && response.body, "0000011111");
  });

  it("gives every reader the whole of a large body, and leaves no name in the folder", async () => {
    const response = await collectLarge(fixedPieces(30, 20_000));
    const expected = Array.from({ length: 30 }, (_, index) => String(index % 10).repeat(20_000)).join("");
    const bodies = await Promise.all([readAll(response), readAll(response)]);
    assert.ok(bodies.every((body) => body === expected));
    assert.equal(await readAll(response), expected);
    assert.deepEqual(await readdir(folder), []);
    response.close();
  });

  it("writes characters of any width whole", async () => {
    async function* pieces() {
      yield "ä€😀".repeat(20_000);
      yield "😀ß".repeat(20_000);
    }
    const response = await collectLarge(pieces());
    assert.equal(await readAll(response), "ä€😀".repeat(20_000) + "😀ß".repeat(20_000));
    response.close();
  });

  it("sends the first pieces while the rest is still being made", async () => {
    const rest = Promise.withResolvers<void>();
    async function* pieces() {
      yield "the first piece";
      await rest.promise;
      yield ", and the last";
    }
    const response = await collectLarge(pieces());
    const reader = response.open().getReader();
    const first = await reader.read();
    assert.equal(Buffer.from(first.value ?? []).toString(), "the first piece");
    rest.resolve();
    const second = await reader.read();
    assert.equal(Buffer.from(second.value ?? []).toString(), ", and the last");
    assert.equal((await reader.read()).done, true);
    response.close();
  });

  it("goes on for the other clients when one leaves before, during or after a read", async () => {
    const response = await collectLarge(fixedPieces(30, 20_000));
    const leaver = response.open().getReader();
    await leaver.read();
    const pending = leaver.read();
    await leaver.cancel();
    await pending;
    await response.open().cancel();
    assert.equal((await readAll(response)).length, 600_000);
    response.close();
  });

  it("lets clients that are reading finish after it is closed, and no other begin", async () => {
    const response = await collectLarge(fixedPieces(30, 20_000));
    const reading = response.open();
    response.close();
    response.close();
    assert.equal((await new Response(reading).text()).length, 600_000);
    assert.throws(() => response.open());
  });

  it("breaks off for its readers and says so when making it fails half-way", async () => {
    const failure = Promise.withResolvers<void>();
    async function* pieces() {
      yield "more than ten";
      await failure.promise;
      throw new Error("secret /path");
    }
    const response = await collectLarge(pieces());
    const reading = readAll(response);
    failure.resolve();
    await assert.rejects(reading, { message: "The answer broke off" });
    assert.equal(response.isBroken(), true);
    response.close();
  });

  it("compresses a large body once, for any number of clients", async () => {
    let compressions = 0;
    const buffer = createResponseBuffer({
      folder,
      logger,
      maxMemoryLength: 10,
      createCompression() {
        compressions += 1;
        return new CompressionStream("gzip");
      },
    });
    const response = (await buffer.collect("key", fixedPieces(30, 20_000))) as FileResponse;
    const read = async () =>
      Buffer.from(await new Response(await response.openGzipped()).arrayBuffer()).toString("base64");
    const [first, second] = await Promise.all([read(), read()]);
    assert.equal(first, second);
    assert.equal(await read(), first);
    assert.equal(gunzipSync(Buffer.from(first, "base64")).toString(), await readAll(response));
    assert.equal(compressions, 1);
    response.close();
    assert.equal(buffer.size(), 0);
  });

  it("fails as a whole when making it fails early or no file can be created", async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    async function* failing(): AsyncGenerator<string> {
      throw new Error("no");
    }
    const buffer = createResponseBuffer({ folder: "/dev/null/nowhere", logger, maxMemoryLength: 10 });
    await assert.rejects(buffer.collect("key", failing()), { message: "no" });
    let isReleased = false;
    async function* pieces() {
      try {
        yield* fixedPieces(30, 20);
      } finally {
        isReleased = true;
      }
    }
    await assert.rejects(buffer.collect("key", pieces()));
    assert.equal(isReleased, true);
  });
});
