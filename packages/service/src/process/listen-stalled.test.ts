import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { waitUntil } from "@agent-registry/testkit";
import { Hono } from "hono";
import { createLogger } from "../observing/logger.ts";
import { type Listening, listen } from "./listen.ts";

const STALL_TIMEOUT_MS = 100;

describe("listen, with a client that does not read", () => {
  const state = { isCancelled: false, late: Promise.withResolvers<void>() };
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => {
        state.isCancelled = true;
      },
    });
  const app = new Hono()
    .get("/endless", () => new Response(endless()))
    .get("/late", async (c) => {
      await state.late.promise;
      return c.text("at last");
    });

  let server: Listening;
  before(async () => {
    const logger = createLogger({ name: "test", level: "silent" });
    const options = { app, port: 0, hostname: "127.0.0.1", logger };
    server = await listen({ ...options, stallTimeoutMs: STALL_TIMEOUT_MS });
  });
  after(() => server.stop());

  it("cuts it off, and frees what it was reading", async () => {
    const client = connect(server.port, "127.0.0.1");
    client.on("error", () => {});
    client.pause();
    client.write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil(
      () => state.isCancelled,
      () => "the answer to be given up",
    );
    client.resume();
    await once(client, "close");
  });

  it("goes on for one that waits while the answer is made, however long", async () => {
    const answer = fetch(`${server.url}/late`);
    // Another connection has made it past the limit meanwhile, so this one would have been cut off as well.
    const client = connect(server.port, "127.0.0.1");
    client.on("error", () => {});
    client.pause();
    state.isCancelled = false;
    client.write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitUntil(
      () => state.isCancelled,
      () => "the other answer to be given up",
    );
    state.late.resolve();
    assert.equal(await (await answer).text(), "at last");
    client.destroy();
  });
});
