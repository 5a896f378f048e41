import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { RpcError, toRpcErrorKind } from "./rpc-error.ts";
import { createRpcNode } from "./rpc-node.ts";

describe("createRpcNode", () => {
  it("credentials are sent as a header, and are in no name or error message", async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.statusCode = 503;
      response.end("down");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const errors: RpcError[] = [];
      const url = `http://user:secret@127.0.0.1:${port}/v1/${"k".repeat(32)}?key=hidden`;
      const node = createRpcNode({ url, onError: (error) => errors.push(error) });
      await assert.rejects(node.request("eth_chainId", []), { name: "RpcError", kind: "unavailable" });
      assert.deepEqual(seen, [`Basic ${Buffer.from("user:secret").toString("base64")}`]);
      const said = `${node.name} ${errors.map((error) => error.message).join(" ")}`;
      assert.equal(errors.length, 1);
      assert.doesNotMatch(said, /secret|hidden|kkkk/);
    } finally {
      server.close();
    }
  });

  it("a node's own words are not in the error message, but kept for the log without credentials", async () => {
    const key = "k".repeat(32);
    const said = `invalid api key ${key} at https://127.0.0.1/v1/${key}?key=hidden, ask user:secret`;
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32_000, message: said } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const node = createRpcNode({ url: `http://user:secret@127.0.0.1:${port}/v1/${key}?key=hidden` });
      const error = await node.request("eth_chainId", []).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof RpcError);
      assert.equal(error.message, "eth_chainId: the node answered with error -32000");
      assert.match(error.said ?? "", /^invalid api key \*\*\* at /);
      assert.doesNotMatch(error.said ?? "", /secret|hidden|kkkk/);
    } finally {
      server.close();
    }
  });

  it("a node that cannot be reached is unavailable", async () => {
    const node = createRpcNode({ url: "http://127.0.0.1:1" });
    await assert.rejects(
      node.request("eth_chainId", []),
      (error) => error instanceof RpcError && error.kind === "unavailable",
    );
  });
});

describe("many calls at once", () => {
  type Call = { id: number; method: string };
  const calls = ["a", "b", "c", "d", "e"].map((method) => ({ method, params: [] }));

  /** A node that takes at most `maxCalls` calls in a request, and answers them in reverse order. */
  async function withNode(maxCalls: number, run: (url: string, sizes: number[]) => Promise<void>) {
    const sizes: number[] = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const body = JSON.parse(text) as Call | Call[];
      sizes.push(Array.isArray(body) ? body.length : 1);
      const answer = ({ id, method }: Call) =>
        method === "d" ? { id, error: { code: -32_000, message: "no d" } } : { id, result: `${method}!` };
      if (!Array.isArray(body)) response.end(JSON.stringify(answer(body)));
      else if (body.length <= maxCalls) response.end(JSON.stringify(body.map(answer).reverse()));
      else response.end(JSON.stringify({ id: null, error: { code: -32_600, message: "batch too large" } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, sizes);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  for (const maxCalls of [5, 2, 1]) {
    it(`each call gets its own answer or error from a node that takes ${maxCalls} at once`, () =>
      withNode(maxCalls, async (url, sizes) => {
        const node = createRpcNode({ url });
        const answers = await node.requestAll(calls);
        const said = answers.map((answer) => (answer instanceof RpcError ? answer.kind : answer));
        assert.deepEqual(said, ["a!", "b!", "c!", "refused", "e!"]);
        sizes.length = 0;
        await node.requestAll(calls);
        assert.ok(
          sizes.every((size) => size <= maxCalls),
          `it remembers how many: ${sizes}`,
        );
      }));
  }

  it("calls fail together if the node cannot be reached", async () => {
    const node = createRpcNode({ url: "http://127.0.0.1:1" });
    await assert.rejects(
      node.requestAll(calls),
      (error) => error instanceof RpcError && error.kind === "unavailable",
    );
  });
});

describe("toRpcErrorKind", () => {
  const cases = [
    { code: -32_005, message: "query returned more than 10000 results", kind: "range" },
    { code: -32_000, message: "exceed maximum block range: 5000", kind: "range" },
    { code: -32_602, message: "eth_getLogs is limited to a 10,000 range", kind: "range" },
    { code: -32_602, message: "Log response size exceeded", kind: "range" },
    { code: -32_000, message: "query timeout exceeded", kind: "range" },
    { code: -32_005, message: "daily request count exceeded, request rate limited", kind: "rate-limited" },
    {
      code: 429,
      message: "Your app has exceeded its compute units per second capacity",
      kind: "rate-limited",
    },
    { code: -32_016, message: "over rate limit", kind: "rate-limited" },
    { code: -32_000, message: "missing trie node", kind: "refused" },
    { code: -32_000, message: "header not found", kind: "refused" },
  ];
  for (const { kind, ...error } of cases) {
    it(`the error "${error.message}" is of kind ${kind}`, () => assert.equal(toRpcErrorKind(error), kind));
  }
});
