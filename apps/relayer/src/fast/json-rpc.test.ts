import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { json } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { startHttpsServer } from "@agent-registry/testkit";
import { createJsonRpc, NoAnswer } from "./json-rpc.ts";

const LIMITS = { timeoutMs: 60_000, maxAnswerBytes: 1_000 };

async function startServer(t: TestContext, handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CALL = { method: "eth_chainId", params: [] };
const say = (result: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, result });

async function findReason(posted: Promise<unknown>): Promise<string> {
  const error = await posted.then(
    () => assert.fail("It was answered"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof NoAnswer);
  assert.ok(!error.message.includes("127.0.0.1"), error.message);
  return error.reason;
}

describe("a question by JSON-RPC", () => {
  it("goes out whole, one after the other over one connection, and comes back with its status", async (t) => {
    const sockets = new Set<Socket>();
    const host = await startServer(t, async (request, response) => {
      sockets.add(request.socket);
      const { method, url, headers } = request;
      const seen = { method, url, type: headers["content-type"], body: await json(request) };
      response.writeHead(503).end(say(seen));
    });
    const ask = createJsonRpc({ url: `http://${host}/v2/key?a=b`, ...LIMITS });
    for (const [id, method] of [
      [1, "first"],
      [2, "zweite ü€"],
    ]) {
      const { status, result } = await ask({ method: String(method), params: ["0x"] });
      assert.equal(status, 503);
      const body = { jsonrpc: "2.0", id, method, params: ["0x"] };
      // Only then is the connection free again.
      await nextTurn();
      assert.deepEqual(result, { method: "POST", url: "/v2/key?a=b", type: "application/json", body });
    }
    assert.equal(sockets.size, 1);
  });

  it("has user and password in a header alone", async (t) => {
    const host = await startServer(t, ({ url, headers }, response) => {
      response.end(say(`${url} ${headers.host} ${headers.authorization}`));
    });
    const ask = createJsonRpc({ url: `http://us%40er:s%3Acret@${host}/`, ...LIMITS });
    const basic = Buffer.from("us@er:s:cret").toString("base64");
    assert.equal((await ask(CALL)).result, `/ ${host} Basic ${basic}`);
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
    assert.equal((await createJsonRpc({ url: `http://${host}`, ...LIMITS })(CALL)).status, 308);
    assert.deepEqual(asked, []);
  });

  it("goes over TLS, to a server whose certificate is trusted alone", async (t) => {
    const server = await startHttpsServer({
      hosts: ["localhost"],
      handle: (_, response) => response.end(say("secret")),
    });
    t.after(() => server.stop());
    const url = `https://localhost:${server.port}`;
    assert.equal(await findReason(createJsonRpc({ url, ...LIMITS })(CALL)), "unreachable");
    const trusted = getCACertificates();
    t.after(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, server.cert]);
    assert.equal((await createJsonRpc({ url, ...LIMITS })(CALL)).result, "secret");
  });

  it("has no answer if there is no server, or if it breaks off", async (t) => {
    const host = await startServer(t, (_, response) => {
      response.writeHead(200, { "Content-Length": 10 }).write("half", () => response.destroy());
    });
    const silent = await startServer(t, ({ socket }) => socket.destroy());
    for (const url of [`http://${host}`, `http://${silent}`, "http://127.0.0.1:1"]) {
      assert.equal(await findReason(createJsonRpc({ url, ...LIMITS })(CALL)), "unreachable");
    }
  });

  it("has no answer if not all of it comes in time", async (t) => {
    const host = await startServer(t, (_, response) => response.write("half"));
    const ask = createJsonRpc({ url: `http://${host}`, ...LIMITS, timeoutMs: 50 });
    assert.equal(await findReason(ask(CALL)), "timeout");
  });

  it("has no answer if it is longer than the most that is read", async (t) => {
    const host = await startServer(t, ({ url }, response) => {
      response.write(say("").padEnd(1_000));
      response.end(url === "/more" ? " " : "");
    });
    const ask = (url: string) => createJsonRpc({ url, ...LIMITS })(CALL);
    assert.equal((await ask(`http://${host}/`)).result, "");
    assert.equal(await findReason(ask(`http://${host}/more`)), "too-large");
  });
});
