import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { createLogger, type Listening, listen } from "@agent-registry/service";
import { Hono } from "hono";
import { createResponseBuffer } from "./response-buffer.ts";
import { readFile } from "./send-file.ts";
import type { FileResponse } from "./stored-response.ts";

/** More than the system's buffers of both ends of a connection take. */
const MEGABYTES = 32;
const PIECE = "x".repeat(1024 * 1024);

describe("clients that do not read a large answer", () => {
  const logger = createLogger({ name: "test", level: "silent" });
  let folder: string;
  let server: Listening;
  let buffer: ReturnType<typeof createResponseBuffer>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "responses-"));
    buffer = createResponseBuffer({ folder });
    async function* pieces() {
      for (let i = 0; i < MEGABYTES; i += 1) yield PIECE;
    }
    let last: FileResponse | undefined;
    // Every request makes a new generation, as if the one before had expired.
    const app = new Hono().get("/", async () => {
      const response = (await buffer.collect("key", pieces())) as FileResponse;
      last?.close();
      last = response;
      return new Response(readFile(response.open()));
    });
    server = await listen({ app, port: 0, hostname: "127.0.0.1", logger });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** Asks, waits until the answer begins, and then stops reading. */
  async function ask(): Promise<Socket> {
    const client = connect(server.port, "127.0.0.1");
    client.on("error", () => {});
    client.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await once(client, "readable");
    return client;
  }

  async function readToEnd(client: Socket): Promise<number> {
    let length = 0;
    client.on("data", (data) => {
      length += data.length;
    });
    await once(client, "close");
    return length;
  }

  it("hold two generations of it at the most; those who read an older one are cut off", async () => {
    const clients = [];
    for (let i = 0; i < 4; i += 1) {
      clients.push(await ask());
      assert.ok(buffer.size() <= 2, `${buffer.size()} generations`);
    }
    const lengths = [];
    for (const client of clients) lengths.push(await readToEnd(client));
    assert.deepEqual(
      lengths.map((length) => length > MEGABYTES * PIECE.length),
      [false, false, true, true],
    );
  });
});
