import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { startHttpsServer } from "@agent-registry/testkit";
import { createHttpPost, NoAnswer } from "./http-post.ts";

const LIMITS = { timeoutMs: 60_000, maxAnswerBytes: 1_000 };

async function startServer(t: TestContext, handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function findReason(posted: Promise<unknown>): Promise<string> {
  const error = await posted.then(
    () => assert.fail("It was answered"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof NoAnswer);
  assert.ok(!error.message.includes("127.0.0.1"), error.message);
  return error.reason;
}

describe("a post of JSON", () => {
  it("goes out whole, one after the other over one connection, and comes back with its status", async (t) => {
    const sockets = new Set<Socket>();
    const host = await startServer(t, async (request, response) => {
      sockets.add(request.socket);
      const { method, url, headers } = request;
      const seen = { method, url, type: headers["content-type"], body: await text(request) };
      response.writeHead(503).end(JSON.stringify(seen));
    });
    const post = createHttpPost({ url: `http://${host}/v2/key?a=b`, ...LIMITS });
    for (const body of ['"first"', '"zweite ü€"']) {
      const { status, text: answered } = await post(body);
      assert.equal(status, 503);
      const type = "application/json";
      assert.deepEqual(JSON.parse(answered), { method: "POST", url: "/v2/key?a=b", type, body });
    }
    assert.equal(sockets.size, 1);
  });

  it("has user and password in a header alone", async (t) => {
    const host = await startServer(t, ({ url, headers }, response) => {
      response.end(`${url} ${headers.host} ${headers.authorization}`);
    });
    const post = createHttpPost({ url: `http://us%40er:s%3Acret@${host}/`, ...LIMITS });
    const basic = Buffer.from("us@er:s:cret").toString("base64");
    assert.equal((await post("{}")).text, `/ ${host} Basic ${basic}`);
  });

  it("goes to the address alone that it is for, wherever that one points", async (t) => {
    const asked: string[] = [];
    const other = await startServer(t, ({ url = "" }, response) => {
      asked.push(url);
      response.end();
    });
    const host = await startServer(t, (_, response) => {
      response.writeHead(308, { Location: `http://${other}/` }).end();
    });
    assert.equal((await createHttpPost({ url: `http://${host}`, ...LIMITS })("{}")).status, 308);
    assert.deepEqual(asked, []);
  });

  it("goes over TLS, to a server whose certificate is trusted alone", async (t) => {
    const server = await startHttpsServer({
      hosts: ["localhost"],
      handle: (_, response) => response.end("secret"),
    });
    t.after(() => server.stop());
    const url = `https://localhost:${server.port}`;
    assert.equal(await findReason(createHttpPost({ url, ...LIMITS })("{}")), "unreachable");
    const trusted = getCACertificates();
    t.after(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, server.cert]);
    assert.equal((await createHttpPost({ url, ...LIMITS })("{}")).text, "secret");
  });

  it("has no answer if there is no server, or if it breaks off", async (t) => {
    const host = await startServer(t, (_, response) => {
      response.writeHead(200, { "Content-Length": 10 }).write("half", () => response.destroy());
    });
    const silent = await startServer(t, ({ socket }) => socket.destroy());
    for (const url of [`http://${host}`, `http://${silent}`, "http://127.0.0.1:1"]) {
      assert.equal(await findReason(createHttpPost({ url, ...LIMITS })("{}")), "unreachable");
    }
  });

  it("has no answer if not all of it comes in time", async (t) => {
    const host = await startServer(t, (_, response) => response.write("half"));
    const post = createHttpPost({ url: `http://${host}`, ...LIMITS, timeoutMs: 50 });
    assert.equal(await findReason(post("{}")), "timeout");
  });

  it("has no answer if it is longer than the most that is read", async (t) => {
    const host = await startServer(t, ({ url }, response) => {
      response.write("a".repeat(1_000));
      response.end(url === "/more" ? "b" : "");
    });
    const post = (url: string) => createHttpPost({ url, ...LIMITS })("{}");
    assert.equal((await post(`http://${host}/`)).text.length, 1_000);
    assert.equal(await findReason(post(`http://${host}/more`)), "too-large");
  });
});
