import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { describe, test } from "node:test";
import express, { type Request, type RequestHandler } from "express";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { expressStarter } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { getAgent, keepRawBody, requireCompliantAgent } from "./express.ts";
import type { NonceStore } from "./nonce-store.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const NOW = 1_800_000_000;
const now = () => NOW;
const MAX_BODY_BYTES = 10;
/** Every proof is new: whether one was used before is not what these tests are about. */
const nonceStore: NonceStore = { take: () => "taken" };
const options = {
  registry: scriptRegister({ compliant: [agent.address], now }),
  source: "api",
  maxBodyBytes: MAX_BODY_BYTES,
  nonceStore,
  now,
} as const;

type Sent = {
  body: string;
  signedBody?: string;
  isChunked?: boolean;
  contentType?: string;
  /** The request stays open until the answer is there. */
  isUnfinished?: boolean;
};

/** Sends one request to a service that has other middleware before the check. */
async function send({ ahead = [], sent }: { ahead?: RequestHandler[]; sent: Sent }) {
  const { host, stop } = await expressStarter({ ahead })(options);
  const { body, signedBody = body, isChunked = false, isUnfinished = false } = sent;
  const signature = await craftSignature({
    signer: agent,
    host: `http://${host}`,
    issuedAt: NOW,
    body: signedBody,
    contentType: sent.contentType,
  });
  const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": body.length };
  // Not by `fetch`, which adds a Content-Length to an empty body.
  const outgoing = request(`http://${host}/jobs`, {
    method: "POST",
    headers: { ...signature, ...length, connection: "close" },
  });
  if (isUnfinished) outgoing.write(body);
  else outgoing.end(body);
  try {
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    const answer = (await readJson(response)) as Record<string, unknown>;
    return { status: response.statusCode, answer };
  } finally {
    outgoing.destroy();
    await stop();
  }
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

/** Another check ahead of the service's own, as for a group of routes. */
const checks: RequestHandler = (incoming, response, next) => {
  requireCompliantAgent({ ...options, hosts: [`http://${incoming.headers.host}`] })(incoming, response, next);
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
  const parses: RequestHandler = (incoming, _response, next) => {
    incoming.body = JSON.parse(Buffer.from(incoming.body).toString());
    next();
  };
  const cases: { name: string; ahead: RequestHandler[]; body: string; isChunked?: boolean }[] = [
    { name: "kept by a parser", ahead: [keepsJson], body: "[1]" },
    { name: "kept by a parser, in chunks", ahead: [keepsJson], body: "[1]", isChunked: true },
    { name: "kept by a parser, and as long as it may be", ahead: [keepsJson], body: "[12345678]" },
    { name: "left alone by a parser of other types", ahead: [express.json()], body: "[1]" },
    { name: "left as bytes by a parser", ahead: [express.raw({ type: "*/*" })], body: "[1]" },
    { name: "empty, after a reader", ahead: [readsAll], body: "" },
    { name: "empty and in chunks", ahead: [], body: "", isChunked: true },
    { name: "kept by another check, then parsed", ahead: [checks, parses], body: "[1]" },
    { name: "found empty by another check", ahead: [checks], body: "", isChunked: true },
  ];
  for (const { name, ahead, ...sent } of cases) {
    test(`serves a body that is ${name}`, async () => {
      const { status, answer } = await send({ ahead, sent });
      assert.deepEqual([status, answer.agentId], [200, 1]);
    });
  }

  test("leaves the bytes to the handler, and nothing if there are none", async () => {
    const requests: Request[] = [];
    const remembers: RequestHandler = (incoming, _response, next) => {
      requests.push(incoming);
      next();
    };
    for (const body of ["work", ""]) await send({ ahead: [remembers], sent: { body } });
    assert.deepEqual(
      requests.map(({ body }) => body),
      [new TextEncoder().encode("work"), undefined],
    );
  });
});

describe("a body that is longer than its head says is refused with an answer", () => {
  const tooLong = `[${"1".repeat(MAX_BODY_BYTES)}]`;

  test("refuses one that a parser has kept", async () => {
    const ahead = [express.json({ type: "*/*", verify: keepRawBody })];
    const { status, answer } = await send({ ahead, sent: { body: tooLong, isChunked: true } });
    assert.deepEqual([status, answer.reason], [413, "body-too-large"]);
  });

  test("refuses one that is still being sent, and a log can say by whom", async () => {
    const log: string[] = [];
    const logs: RequestHandler = (incoming, response, next) => {
      response.on("finish", () => log.push(`${incoming.ip} ${response.statusCode}`));
      next();
    };
    const sent = { body: tooLong, isChunked: true, isUnfinished: true };
    const { status, answer } = await send({ ahead: [logs], sent });
    assert.deepEqual([status, answer.reason], [413, "body-too-large"]);
    assert.deepEqual(log, ["127.0.0.1 413"]);
  });
});

describe("a request from a host that is not Node's own server", () => {
  const host = "provider.test";
  const check = requireCompliantAgent({ ...options, hosts: [host] });

  /** Hands over a request without a stream, signed for an empty body; what becomes of it. */
  async function handOver(change: Record<string, string | string[]>): Promise<string> {
    const signature = await craftSignature({ signer: agent, host, issuedAt: NOW, body: "" });
    const ended = {
      method: "POST",
      originalUrl: "/jobs",
      headers: { host, ...signature, ...change },
      readableEnded: true,
      readableDidRead: false,
      iterator: () => assert.fail("What has ended is not read again"),
    };
    return new Promise((resolve) => {
      const response = { writeHead: () => ({ end: (text: string) => resolve(JSON.parse(text).reason) }) };
      check(ended, response, (error) => resolve(error instanceof Error ? error.message : "served"));
    });
  }

  test("is served if it has ended and had no body", async () => {
    for (const length of [{}, { "content-length": "0" }]) {
      assert.equal(await handOver(length), "served");
    }
  });

  test("is refused if it has ended and had a body", async () => {
    for (const length of [{ "content-length": "7" }, { "transfer-encoding": "chunked" }]) {
      const outcome = await handOver(length);
      assert.match(outcome, /read before requireCompliantAgent/);
    }
  });

  test("has a proof that cannot be read if its header is a list of two", async () => {
    assert.equal(await handOver({ signature: ["request=:AA==:", "request=:AA==:"] }), "malformed-proof");
  });
});

test("the agent of a request that was not checked is not made up", () => {
  assert.throws(() => getAgent({}), /only works behind requireCompliantAgent/);
});
