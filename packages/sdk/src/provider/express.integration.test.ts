import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { deployLocally, devAccounts, type LocalChain, startChain } from "@agent-registry/testkit";
import express, { type RequestHandler } from "express";
import { type AgentRegistry, createAgentRegistry } from "../create-agent-registry.ts";
import { expressStarter, longRunningNonceStore } from "../testing/provider-adapters.ts";
import { keepRawBody } from "./express.ts";
import { signRequest } from "./sign-request.ts";

let chain: LocalChain;
let registry: AgentRegistry;
let agentId: number;

before(async () => {
  chain = await startChain();
  const { registryAddress } = await deployLocally(chain);
  registry = createAgentRegistry({ registryAddress, rpcUrl: chain.rpcUrl, account: devAccounts.agent });
  const haftungsperson = devAccounts.agent.address;
  ({ agentId } = await registry.register({ haftungsperson, operationalScope: "Customer" }));
});
after(() => chain.stop());

type Sent = { signedBody: string; body: string; isChunked?: boolean; contentType?: string };

/** Sends one request to a service that has other middleware before the check. */
async function send({ ahead, sent }: { ahead: RequestHandler[]; sent: Sent }) {
  const { host, stop } = await expressStarter({ ahead })({ registry, nonceStore: longRunningNonceStore() });
  const proof = await signRequest(registry.client, {
    method: "POST",
    host,
    path: "/jobs",
    body: new TextEncoder().encode(sent.signedBody),
  });
  const { body, isChunked = false, contentType = "text/plain" } = sent;
  const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": body.length };
  // Not by `fetch`, which adds a Content-Length to an empty body.
  const outgoing = request(`http://${host}/jobs`, {
    method: "POST",
    headers: { ...proof, ...length, "content-type": contentType, connection: "close" },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const answer = (await readJson(response)) as Record<string, unknown>;
  await stop();
  return { status: response.statusCode, answer };
}

/** Consumes the bytes and leaves nothing in `req.body`, as parsers of uploads do. */
const readsAll: RequestHandler = (incoming, _response, next) => {
  incoming.on("end", next).resume();
};

/** Stops when it has every byte, without waiting for the end of the stream. */
const readsToTheLastByte: RequestHandler = (incoming, _response, next) => {
  let missing = Number(incoming.headers["content-length"]);
  const read = (chunk: Buffer) => {
    missing -= chunk.length;
    if (missing > 0) return;
    incoming.off("data", read).pause();
    next();
  };
  incoming.on("data", read);
};

const readers: { name: string; reader: RequestHandler; isChunked?: boolean; contentType?: string }[] = [
  { name: "a reader of its own", reader: readsAll },
  { name: "a reader of its own, of a body in chunks", reader: readsAll, isChunked: true },
  { name: "a reader that stops at the last byte", reader: readsToTheLastByte },
  { name: "a parser of text", reader: express.text() },
  { name: "a parser of JSON", reader: express.json(), contentType: "application/json" },
  {
    name: "a parser of forms",
    reader: express.urlencoded(),
    contentType: "application/x-www-form-urlencoded",
  },
];

describe("a body that was consumed before the check is refused, not taken for an empty one", () => {
  for (const { name, reader, ...how } of readers) {
    for (const signedBody of ["", '{"a":1}']) {
      test(`refuses a body that ${name} consumed; signed was ${signedBody || "nothing"}`, async () => {
        const sent = { signedBody, body: '{"a":1}', ...how };
        const { status, answer } = await send({ ahead: [reader], sent });
        assert.equal(status, 500);
        assert.match(String(answer.error), /read before requireCompliantAgent.*keepRawBody/);
      });
    }
  }

  test("refuses a chunked body that was consumed before", async () => {
    const sent = { signedBody: "", body: "", isChunked: true };
    assert.equal((await send({ ahead: [readsAll], sent })).status, 500);
  });
});

describe("a request whose body's bytes were kept is served", () => {
  const keepsJson = express.json({ type: "*/*", verify: keepRawBody });
  const cases: { name: string; ahead: RequestHandler[]; body: string; isChunked?: boolean }[] = [
    { name: "kept by a parser", ahead: [keepsJson], body: "[1]" },
    { name: "kept by a parser, in chunks", ahead: [keepsJson], body: "[1]", isChunked: true },
    { name: "left alone by a parser of other types", ahead: [express.json()], body: "[1]" },
    { name: "left as bytes by a parser", ahead: [express.raw({ type: "*/*" })], body: "[1]" },
    { name: "empty, after a reader", ahead: [readsAll], body: "" },
    { name: "empty and in chunks", ahead: [], body: "", isChunked: true },
  ];
  for (const { name, ahead, ...sent } of cases) {
    test(`serves a body that is ${name}`, async () => {
      const { status, answer } = await send({ ahead, sent: { ...sent, signedBody: sent.body } });
      assert.deepEqual([status, answer.agentId], [200, agentId]);
    });
  }
});
