import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, it, type TestContext } from "node:test";
import { createPublicClient } from "viem";
import { isAnswer, rpcTransport, toDetails, toRpcFailure } from "./nodes.ts";

type Asked = { jsonrpc: string; id: number; method: string; params?: unknown };

/** A client of a node that answers every question in one way. */
async function connect(
  t: TestContext,
  options: { answer: (response: ServerResponse) => void; timeoutMs?: number },
) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push((await json(request)) as Asked);
    options.answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/0123456789abcdef`;
  const transport = rpcTransport({ url, timeoutMs: options.timeoutMs ?? 60_000 });
  return { asked, client: createPublicClient({ transport }) };
}

function say(body: unknown, status = 200) {
  return (response: ServerResponse) => response.writeHead(status).end(JSON.stringify(body));
}

async function findFailure(asking: Promise<unknown>) {
  const error: unknown = await asking.then(
    () => assert.fail("It was answered"),
    (reason) => reason,
  );
  assert.ok(!/secret|0123456789abcdef/.test(`${error}`), `${error}`);
  return { isAnswer: isAnswer(error), details: toDetails(error), shown: toRpcFailure(error).message };
}

describe("a node", () => {
  it("is asked by JSON-RPC, and may answer that there is nothing", async (t) => {
    const { asked, client } = await connect(t, { answer: say({ jsonrpc: "2.0", id: 1, result: null }) });
    const hash = `0x${"11".repeat(32)}` as const;
    const ask = () => client.request({ method: "eth_getTransactionReceipt", params: [hash] });
    assert.equal(await ask(), null);
    await ask();
    const [method, params] = ["eth_getTransactionReceipt", [hash]];
    assert.deepEqual(asked, [
      { jsonrpc: "2.0", id: 1, method, params },
      { jsonrpc: "2.0", id: 2, method, params },
    ]);
  });

  for (const status of [200, 400, 500]) {
    it(`has answered if it gives an error with status ${status}, once and in its own words`, async (t) => {
      const error = { code: -32_000, message: "nonce too low" };
      const { asked, client } = await connect(t, { answer: say({ error }, status) });
      const failure = await findFailure(client.getChainId());
      assert.deepEqual(failure, {
        isAnswer: true,
        details: "nonce too low",
        shown: "the node refused the call",
      });
      assert.equal(asked.length, 1);
    });
  }

  const silences: [title: string, answer: (response: ServerResponse) => void][] = [
    ["something else than JSON", (response) => response.end("<html>")],
    ["neither result nor error", say({ jsonrpc: "2.0", id: 1 })],
    ["an error without words", say({ error: "nonce too low" })],
    ["nothing of an object", say(null)],
    ["another address", (response) => response.writeHead(307, { Location: "/" }).end()],
    ["a result that its status denies", say({ result: "0x1" }, 502)],
  ];
  for (const [title, answer] of silences) {
    it(`has not answered if it gives ${title}`, async (t) => {
      const { client } = await connect(t, { answer });
      const failure = await findFailure(client.getChainId());
      assert.equal(failure.isAnswer, false);
      assert.equal(failure.shown, "no node could be reached");
    });
  }

  it("has not answered if it takes too long", async (t) => {
    const { client } = await connect(t, { answer: () => {}, timeoutMs: 50 });
    const { isAnswer, shown } = await findFailure(client.getChainId());
    assert.deepEqual([isAnswer, shown], [false, "the node did not answer in time"]);
  });
});
