import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { type FaultyRpc, type RpcFate, startFaultyRpc } from "./faulty-rpc.ts";

describe("startFaultyRpc", () => {
  const reached: string[] = [];
  const node = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    reached.push(method);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "true answer" }));
  });
  let proxy: FaultyRpc;
  before(async () => {
    await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
    proxy = await startFaultyRpc({ target: `http://127.0.0.1:${(node.address() as AddressInfo).port}` });
  });
  after(async () => {
    await proxy.stop();
    node.closeAllConnections();
    node.close();
  });

  async function call(fate: RpcFate, signal?: AbortSignal) {
    proxy.setHook(() => fate);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "eth_test", params: [1] });
    const response = await fetch(proxy.rpcUrl, { method: "POST", body, ...(signal ? { signal } : {}) });
    return { status: response.status, text: await response.text() };
  }

  it("passes, changes and refuses calls", async () => {
    assert.match((await call("pass")).text, /"id":7,"result":"true answer"/);
    assert.match((await call((result) => `un${result}`)).text, /"result":"untrue answer"/);
    assert.deepEqual(await call({ status: 429, body: "slow down" }), { status: 429, text: "slow down" });
    assert.match(
      (await call({ error: { code: -1, message: "no" } })).text,
      /"id":7,"error":{"code":-1,"message":"no"}/,
    );
    assert.deepEqual(proxy.calls.at(-1), { method: "eth_test", params: [1], index: proxy.calls.length - 1 });
  });

  it("cuts the connection before or after the node got the call", async () => {
    const heard = reached.length;
    await assert.rejects(call("drop"));
    assert.equal(reached.length, heard);
    await assert.rejects(call("drop-after"));
    assert.equal(reached.length, heard + 1);
  });

  it("leaves a client waiting until it gives up", async () => {
    const heard = reached.length;
    await assert.rejects(call("timeout", AbortSignal.timeout(50)), { name: "TimeoutError" });
    assert.equal(reached.length, heard);
  });

  it("answers batches in their order", async () => {
    proxy.setHook(({ method }) => (method === "b" ? () => "changed" : "pass"));
    const batch = ["a", "b"].map((method, id) => ({ jsonrpc: "2.0", id, method }));
    const response = await fetch(proxy.rpcUrl, { method: "POST", body: JSON.stringify(batch) });
    const answers = (await response.json()) as { id: number; result: string }[];
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result]),
      [
        [0, "true answer"],
        [1, "changed"],
      ],
    );
  });
});
