import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { Hono } from "hono";
import { createLogger } from "../observing/logger.ts";
import { type Listening, listen } from "./listen.ts";

const app = new Hono()
  .get("/path", (c) => c.json({ path: new URL(c.req.url).pathname }))
  .post("/echo", async (c) => c.text(await c.req.text()));

describe("listen", () => {
  let server: Listening;
  before(async () => {
    const logger = createLogger({ name: "test", level: "silent" });
    server = await listen({ app, port: 0, hostname: "127.0.0.1", logger });
  });
  after(() => server.stop());

  /** Sends these lines as they are, and returns all that comes back. */
  async function send(...lines: string[]) {
    const socket = connect(server.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => (answer += data));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "close");
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), head, body };
  }

  for (const [kind, lines] of [
    ["with a host", ["GET /path HTTP/1.1", "Host: any.example", "Connection: close"]],
    ["without a host", ["GET /path HTTP/1.1", "Connection: close"]],
    ["with an empty host", ["GET /path HTTP/1.1", "Host:", "Connection: close"]],
    ["of HTTP/1.0, which knows no host", ["GET /path HTTP/1.0"]],
    ["that expects what nobody knows", ["GET /path HTTP/1.1", "Host: x", "Expect: x", "Connection: close"]],
  ] as const) {
    it(`answers a request ${kind}`, async () => {
      const { status, body } = await send(...lines);
      assert.deepEqual([status, JSON.parse(body)], [200, { path: "/path" }]);
    });
  }

  it("listens on all addresses unless one is named, and says if that is not this machine's", async () => {
    const logger = createLogger({ name: "test", level: "silent" });
    const onAll = await listen({ app, port: 0, logger });
    const onOne = await listen({ app, port: 0, hostname: "::1", logger });
    try {
      assert.equal(onAll.url, `http://127.0.0.1:${onAll.port}`);
      for (const host of ["127.0.0.1", "[::1]"]) {
        assert.equal((await fetch(`http://${host}:${onAll.port}/path`)).status, 200, host);
      }
      assert.equal((await fetch(`${onOne.url}/path`)).status, 200);
      await assert.rejects(fetch(`http://127.0.0.1:${onOne.port}/path`));
    } finally {
      await Promise.all([onAll.stop(), onOne.stop()]);
    }
    await assert.rejects(listen({ app, port: 0, hostname: "203.0.113.7", logger }), {
      name: "ConfigError",
      message: "HOST (203.0.113.7) is not an address of this machine.",
    });
  });

  it("reads a body that the client holds back until it is told to go on", async () => {
    const lines = ["POST /echo HTTP/1.1", "Expect: 100-continue", "Content-Length: 2", "Connection: close"];
    const { head, body } = await send(...lines, "", "hi");
    assert.match(head, /^HTTP\/1\.1 100 /);
    assert.match(body, /^HTTP\/1\.1 200 /);
  });

  for (const [kind, lines, expected] of [
    ["is not HTTP", ["hello"], 400],
    ["has a host that is none", ["GET /path HTTP/1.1", "Host: a b", "Connection: close"], 400],
    ["has a path that is none", ["GET * HTTP/1.1", "Host: x", "Connection: close"], 400],
    ["has no path and no host", ["GET * HTTP/1.0"], 400],
    ["has headers without end", ["GET /path HTTP/1.1", `X: ${"x".repeat(20_000)}`], 431],
  ] as const) {
    it(`answers a request that ${kind} with ${expected}, as JSON that any page may read`, async () => {
      const { status, head, body } = await send(...lines);
      assert.equal(status, expected);
      assert.match(head, /^content-type: application\/json/im);
      assert.match(head, /^access-control-allow-origin: \*/im);
      assert.match(head, /^x-content-type-options: nosniff/im);
      assert.deepEqual(Object.keys(JSON.parse(body)), ["error"]);
    });
  }
});
