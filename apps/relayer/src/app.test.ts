// What a client of any kind relies on, whatever it asks for. No chain is needed for it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { parseRelayerConfig } from "./config.ts";
import { createRelayer } from "./create-relayer.ts";
import { relayerKey, toEnv } from "./testing/test-relayer.ts";

describe("every route of the relayer", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-app-"));
  const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const env = toEnv({
    chain: { rpcUrl: "http://127.0.0.1:9" },
    deployment: { forwarderAddress: address, registryAddress: address },
    env: { RELAYER_KEY: relayerKey },
    dataDir,
  });
  const logger = createLogger({ name: "test", level: "silent" });
  const { app, stop } = await createRelayer({ config: parseRelayerConfig(env), logger });
  after(async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  });

  for (const [method, route, allowed] of [
    ["GET", "/relay", "POST"],
    ["HEAD", "/relay", "POST"],
    ["PUT", "/relay", "POST"],
    ["POST", `/relay/0x${"11".repeat(32)}`, "GET, HEAD"],
    ["POST", "/status", "GET, HEAD"],
    ["DELETE", `/nonce/${address}`, "GET, HEAD"],
    ["POST", "/docs/", "GET, HEAD"],
    ["BREW", "/metrics", "GET, HEAD"],
  ] as const) {
    it(`answers 405 to ${method} ${route.slice(0, 12)}, and says what is allowed`, async () => {
      const answer = await app.request(route, { method });
      assert.deepEqual([answer.status, answer.headers.get("allow")], [405, allowed]);
      if (method !== "HEAD") assert.deepEqual(await answer.json(), { error: "Method not allowed" });
    });
  }

  it("answers 404 to paths that it does not have, by any method", async () => {
    for (const method of ["GET", "POST", "PUT"]) {
      const answer = await app.request("/nowhere", { method });
      assert.deepEqual([answer.status, answer.headers.get("allow")], [404, null]);
    }
  });

  it("offers pages what it serves, and nothing else", async () => {
    const preflight = async (route: string, method: string) => {
      const { status, headers } = await app.request(route, {
        method: "OPTIONS",
        headers: {
          Origin: "https://page.example",
          "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": "content-type,x-made-up",
        },
      });
      assert.equal(status, 204);
      assert.equal(headers.get("access-control-allow-headers"), "Content-Type,X-Request-Id,traceparent");
      assert.equal(headers.get("access-control-max-age"), "86400");
      return headers.get("access-control-allow-methods");
    };
    assert.equal(await preflight("/relay", "POST"), "POST");
    assert.equal(await preflight("/domain", "DELETE"), "GET,HEAD");
    assert.equal(await preflight("/nowhere", "PUT"), null);
    const { headers } = await app.request("/nowhere", { headers: { Origin: "https://page.example" } });
    assert.equal(
      headers.get("access-control-expose-headers"),
      "RateLimit,RateLimit-Policy,Retry-After,X-Request-Id",
    );
  });

  it("tells in errors, and in errors alone, under which id the request was logged", async () => {
    const ask = async (route: string, headers: Record<string, string> = {}) =>
      (await app.request(route, { headers })).headers.get("x-request-id");
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    assert.equal(await ask("/nowhere", { "x-request-id": "mine-1" }), "mine-1");
    assert.equal(
      await ask("/nonce/x", { traceparent, "x-request-id": "mine-1" }),
      "4bf92f3577b34da6a3ce929d0e0e4736",
    );
    assert.match((await ask("/nowhere", { "x-request-id": "not an id" })) ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(await ask("/metrics", { "x-request-id": "mine-1" }), null);
  });

  it("has browsers take each answer as the type that it says it is", async () => {
    for (const [method, route] of [
      ["GET", "/metrics"],
      ["GET", "/docs/"],
      ["GET", "/openapi.json"],
      ["GET", "/status"],
      ["GET", "/nowhere"],
      ["GET", "/relay"],
      ["POST", "/relay"],
      ["OPTIONS", "/relay"],
    ] as const) {
      const { headers } = await app.request(route, { method });
      assert.equal(headers.get("x-content-type-options"), "nosniff", `${method} ${route}`);
    }
  });
});
