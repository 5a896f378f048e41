import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import type { AdmissionOptions } from "../provider/create-admission.ts";
import { getAgent, keepRawBody, requireCompliantAgent as requireInExpress } from "../provider/express.ts";
import {
  getAgent as getAgentInFastify,
  requireCompliantAgent as requireInFastify,
} from "../provider/fastify.ts";
import { withCompliantAgent } from "../provider/fetch.ts";
import { requireCompliantAgent as requireInHono } from "../provider/hono.ts";
import { createMemoryNonceStore, type NonceStore } from "../provider/nonce-store.ts";
import { systemNow } from "../system-now.ts";

/** A service behind one of the adapters. It answers with the agent's id and the request's body. */
export type Provider = { host: string; send(request: Request): Promise<Response>; stop(): Promise<void> };
export type StartProvider = (options: Omit<AdmissionOptions, "hosts">) => Promise<Provider>;

const host = "provider.test";
const nothingToStop = async () => {};

/** The store of a process that has run for long, so that it knows every proof that was used and still holds. */
export function longRunningNonceStore(): NonceStore {
  let now = () => 0;
  const store = createMemoryNonceStore({ now: () => now() });
  now = systemNow;
  return store;
}

export const startFetch: StartProvider = async (options) => {
  const send = withCompliantAgent({ ...options, hosts: [`http://${host}`] }, async (request, agent) =>
    Response.json({ agentId: agent.agentId, body: await request.text() }),
  );
  return { host, send, stop: nothingToStop };
};

export const startHono: StartProvider = async (options) => {
  const app = new Hono()
    .use(requireInHono({ ...options, hosts: [`http://${host}`] }))
    .all("*", async (c) => c.json({ agentId: c.get("agent").agentId, body: await c.req.text() }));
  return { host, send: async (request) => app.request(request), stop: nothingToStop };
};

/** Answers errors with their message, as an app's own handler might. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(500).json({ error: error.message });
};

/** The handlers in `ahead` see a request before it is checked. */
export function expressStarter({ ahead = [] }: { ahead?: RequestHandler[] } = {}): StartProvider {
  return async (options) => {
    const app = express();
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const ownHost = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const handler of ahead) app.use(handler);
    app.use(requireInExpress({ ...options, hosts: [`http://${ownHost}`] }));
    app.use((request, response) => {
      const { body = "" } = request;
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
      response.json({ agentId: getAgent(request).agentId, body: text });
    });
    app.use(answerError);
    return {
      host: ownHost,
      send: (request) => fetch(request),
      stop: () => new Promise((resolve) => server.close(() => resolve())),
    };
  };
}

const startFastify: StartProvider = async (options) => {
  const app = Fastify();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  // Made once the port is known, which is among the hosts.
  let check: ReturnType<typeof requireInFastify> | undefined;
  app.addHook("preParsing", async (request, reply, payload) => check?.(request, reply, payload));
  app.all("*", async (request) => ({
    agentId: getAgentInFastify(request).agentId,
    body: request.body ?? "",
  }));
  const { host: ownHost } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  check = requireInFastify({ ...options, hosts: [`http://${ownHost}`] });
  return { host: ownHost, send: (request) => fetch(request), stop: () => app.close() };
};

export const adapters: Record<string, StartProvider> = {
  fetch: startFetch,
  Hono: startHono,
  Fastify: startFastify,
  "Express, before parsers": expressStarter(),
  "Express, after a parser": expressStarter({
    ahead: [express.text({ type: "*/*", limit: "2mb", verify: keepRawBody })],
  }),
};
