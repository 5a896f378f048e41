import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { createResponseBuffer } from "./response-buffer.ts";
import { readFile } from "./send-file.ts";
import type { FileResponse } from "./stored-response.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "responses-"));
});
after(() => rm(folder, { recursive: true }));

async function collectLarge(pieces: AsyncIterable<string>): Promise<FileResponse> {
  const response = await createResponseBuffer({ folder, maxMemoryLength: 10 }).collect("key", pieces);
  assert.equal(response.kind, "file");
  return response as FileResponse;
}

async function* fixedPieces(count: number, size: number) {
  for (let index = 0; index < count; index += 1) yield String(index % 10).repeat(size);
}

const readAll = (response: FileResponse) => new Response(readFile(response.open())).text();

describe("response buffer", () => {
  it("keeps a small body in memory", async () => {
    const response = await createResponseBuffer({ folder, maxMemoryLength: 10 }).collect(
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

  it("reads a large body to its end before any client reads it", async () => {
    let isEnded = false;
    async function* pieces() {
      yield* fixedPieces(30, 20_000);
      isEnded = true;
    }
    const response = await collectLarge(pieces());
    assert.equal(isEnded, true);
    const { size, onEnd } = response.open();
    assert.equal(size, 600_000);
    onEnd();
    response.close();
  });

  it("goes on for the other clients when one leaves before, during or after a read", async () => {
    const response = await collectLarge(fixedPieces(30, 20_000));
    const leaver = readFile(response.open()).getReader();
    await leaver.read();
    const pending = leaver.read();
    await leaver.cancel();
    await pending;
    await readFile(response.open()).cancel();
    assert.equal((await readAll(response)).length, 600_000);
    response.close();
  });

  it("lets clients that are reading finish after it is closed, and no other begin", async () => {
    const response = await collectLarge(fixedPieces(30, 20_000));
    const reading = readFile(response.open());
    response.close();
    response.close();
    assert.equal((await new Response(reading).text()).length, 600_000);
    assert.throws(() => response.open());
  });

  it("compresses a large body once, for any number of clients", async () => {
    let compressions = 0;
    const buffer = createResponseBuffer({
      folder,
      maxMemoryLength: 10,
      createCompression() {
        compressions += 1;
        return new CompressionStream("gzip");
      },
    });
    const response = (await buffer.collect("key", fixedPieces(30, 20_000))) as FileResponse;
    const read = async () =>
      Buffer.from(await new Response(readFile(await response.openGzipped())).arrayBuffer()).toString(
        "base64",
      );
    const [first, second] = await Promise.all([read(), read()]);
    assert.equal(first, second);
    assert.equal(await read(), first);
    assert.equal(gunzipSync(Buffer.from(first, "base64")).toString(), await readAll(response));
    assert.equal(compressions, 1);
    response.close();
    assert.equal(buffer.size(), 0);
  });

  it("fails as a whole when making it fails, early or half-way, or no file can be created", async () => {
    let isReleased = false;
    async function* pieces({ failsAfter = Number.POSITIVE_INFINITY } = {}) {
      try {
        isReleased = false;
        yield* fixedPieces(failsAfter, 20);
        throw new Error("no");
      } finally {
        isReleased = true;
      }
    }
    const buffer = createResponseBuffer({ folder, maxMemoryLength: 10 });
    for (const failsAfter of [0, 30]) {
      await assert.rejects(buffer.collect("key", pieces({ failsAfter })), { message: "no" });
      assert.equal(isReleased, true);
    }
    assert.equal(buffer.size(), 0);
    const nowhere = createResponseBuffer({ folder: "/dev/null/nowhere", maxMemoryLength: 10 });
    await assert.rejects(nowhere.collect("key", pieces()), { code: "ENOTDIR" });
    assert.equal(isReleased, true);
  });
});
