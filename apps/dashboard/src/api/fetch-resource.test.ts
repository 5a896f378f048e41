import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import { ApiError } from "./api-error.ts";
import { fetchResource, toNewer } from "./fetch-resource.ts";

/** Asks a server that answers with this listener. */
async function ask(listener: RequestListener, options: { maxBytes?: number } = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await fetchResource<{ value: number }>({
      apiUrl: `http://127.0.0.1:${port}`,
      resource: { path: "/" },
      signal: new AbortController().signal,
      ...options,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function failsAs(kind: ApiError["kind"], check: (error: ApiError) => boolean = () => true) {
  return (error: unknown) => error instanceof ApiError && error.kind === kind && check(error);
}

describe("fetchResource", () => {
  it("an answer is dated back by the age that the API gives it", async () => {
    const before = Date.now();
    const { body, asOfMs } = await ask((_, response) => response.setHeader("Age", "120").end('{"value":1}'));
    assert.deepEqual(body, { value: 1 });
    assert.ok(asOfMs <= Date.now() - 120_000 && asOfMs >= before - 120_000);
  });

  it("a sum beyond 2^53 keeps every digit", async () => {
    const answer = await ask((_, response) =>
      response.end(
        '{"value":9007199254740993,"deep":{"USDC":[18446744073709551617]},"usual":9007199254740991}',
      ),
    );
    assert.deepEqual(answer.body, {
      value: 9_007_199_254_740_993n,
      deep: { USDC: [18_446_744_073_709_551_617n] },
      usual: Number.MAX_SAFE_INTEGER,
    });
  });

  it("a sum whose digits cannot be known is refused, not rounded", async () => {
    await assert.rejects(
      ask((_, response) => response.end('{"value":1e300}')),
      failsAs("inexact"),
    );
  });

  it("each status of a refusal has its own kind of error", async () => {
    const refuse = (status: number, headers = {}) =>
      ask((_, response) => response.writeHead(status, headers).end('{"error":"No"}'));
    await assert.rejects(
      refuse(404),
      failsAs("not-found", ({ message }) => message === "No"),
    );
    await assert.rejects(refuse(400), failsAs("invalid"));
    await assert.rejects(refuse(500), failsAs("failed"));
    await assert.rejects(
      refuse(429, { "Retry-After": "17" }),
      failsAs("rate-limited", ({ retryAfterMs }) => retryAfterMs === 17_000),
    );
    await assert.rejects(
      refuse(429),
      failsAs("rate-limited", ({ retryAfterMs }) => retryAfterMs === null),
    );
  });

  it("a body that is not a JSON object is an error", async () => {
    for (const text of ["<html>", "", "null", '"text"'])
      await assert.rejects(
        ask((_, response) => response.end(text)),
        failsAs("unexpected"),
      );
    await assert.rejects(
      ask((_, response) => response.writeHead(502).end("<html>")),
      failsAs("failed"),
    );
  });

  it("an answer that is longer than it may be is given up, and one that just fits is not", async () => {
    const text = JSON.stringify({ value: 1, text: "ä".repeat(50_000) });
    const maxBytes = Buffer.byteLength(text);
    assert.deepEqual((await ask((_, response) => response.end(text), { maxBytes })).body, JSON.parse(text));
    await assert.rejects(
      ask((_, response) => response.end(text), { maxBytes: maxBytes - 1 }),
      failsAs("unexpected"),
    );
  });

  it("an API that does not answer is unreachable", async () => {
    await assert.rejects(
      ask((request) => request.socket.destroy()),
      failsAs("unreachable"),
    );
  });

  it("an API whose answer is cut off is unreachable, not unexpected", async () => {
    await assert.rejects(
      ask((request, response) => {
        response.writeHead(200, { "Content-Length": "100" });
        response.write('{"value":', () => request.socket.destroy());
      }),
      failsAs("unreachable"),
    );
  });
});

describe("toNewer", () => {
  it("an answer that the API kept does not replace what the page knows since", () => {
    const now = Date.now();
    const kept = { body: "kept", asOfMs: now - 60_000, block: null };
    const known = { body: "known", asOfMs: now - 10_000, block: null };
    assert.equal(toNewer(known, kept), known);
    assert.equal(toNewer(kept, known), known);
    assert.equal(toNewer(undefined, kept), kept);
    assert.equal(toNewer({ body: "from the future", asOfMs: now + 3_600_000, block: null }, kept), kept);
  });
});
