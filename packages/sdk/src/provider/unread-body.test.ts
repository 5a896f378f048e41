import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RequestHandler } from "express";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { expressStarter, type StartProvider, startFetch, startHono } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const NOW = 1_800_000_000;
const now = () => NOW;
const MAX_BODY_BYTES = 10;

type Case = {
  name: string;
  reason: string;
  issuedAt?: number;
  onChain?: number;
  body?: string;
  change?: (headers: Record<string, string>) => Record<string, string>;
};
const unread: Case["change"] = (headers) => ({ ...headers, "signature-input": "request=(" });
const cases: Case[] = [
  { name: "a proof that cannot be read", reason: "malformed-proof", change: unread },
  { name: "a proof that is too old", reason: "expired-proof", issuedAt: NOW - 91 },
  { name: "a proof from the future", reason: "expired-proof", issuedAt: NOW + 11 },
  { name: "a proof for another chain", reason: "foreign-proof", onChain: 1 },
  { name: "a body that says it is too long", reason: "body-too-large", body: "x".repeat(MAX_BODY_BYTES + 1) },
];

/** Starts a provider, and shows whether it asked for a request's body. */
type WatchBody = () => {
  start: StartProvider;
  toBody: (text: string) => ReadableStream<Uint8Array> | string;
  isRead: () => boolean;
};

function watchStream(start: StartProvider): WatchBody {
  return () => {
    const state = { isRead: false };
    const toBody = (text: string) =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            state.isRead = true;
            controller.enqueue(new TextEncoder().encode(text));
            controller.close();
          },
        },
        // Otherwise the stream fetches its first chunk before it is read.
        { highWaterMark: 0 },
      );
    return { start, toBody, isRead: () => state.isRead };
  };
}

const watchExpress: WatchBody = () => {
  const state = { isRead: false };
  const watch: RequestHandler = (request, _response, next) => {
    const { iterator } = request;
    request.iterator = function (options) {
      state.isRead = true;
      return iterator.call(this, options);
    };
    next();
  };
  return { start: expressStarter({ ahead: [watch] }), toBody: (text) => text, isRead: () => state.isRead };
};

const watchers = { fetch: watchStream(startFetch), Hono: watchStream(startHono), Express: watchExpress };
for (const [name, watchBody] of Object.entries(watchers)) {
  describe(`a provider on ${name}`, () => {
    async function send({ body = "work", change = (headers) => headers, ...signed }: Partial<Case>) {
      const { start, toBody, isRead } = watchBody();
      const registry = scriptRegister({ compliant: [agent.address], now });
      const provider = await start({ registry, source: "api", now, maxBodyBytes: MAX_BODY_BYTES });
      const { host } = provider;
      const headers = await craftSignature({
        signer: agent,
        host: `http://${host}`,
        issuedAt: NOW,
        body,
        ...signed,
      });
      const request = new Request(`http://${host}/jobs`, {
        method: "POST",
        body: toBody(body),
        duplex: "half",
        headers: { ...change(headers), "content-length": String(body.length) },
      } as RequestInit);
      const response = await provider.send(request);
      const { reason } = (await response.json()) as { reason?: string };
      await provider.stop();
      return { reason, isRead: isRead() };
    }

    for (const { name: what, reason, ...sent } of cases) {
      test(`refuses ${what} without reading the body`, async () => {
        assert.deepEqual(await send(sent), { reason, isRead: false });
      });
    }

    test("reads a body that may be as long as it says", async () => {
      const longest = "x".repeat(MAX_BODY_BYTES);
      // The provider has just started: past the body, this is the last thing that it looks at.
      assert.deepEqual(await send({ body: longest }), { reason: "proof-before-start", isRead: true });
    });
  });
}
