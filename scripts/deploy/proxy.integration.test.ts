import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { waitUntil } from "@agent-registry/testkit";
import { startProxy } from "./start-proxy.ts";

/** Stands for the services: says who it is, and what it was asked. */
async function startEcho(name: string) {
  const server = createServer(({ url, headers }, response) => {
    response.end(JSON.stringify({ name, url, client: headers["x-forwarded-for"], host: headers.host }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Stands for a query API that signs: counts what it is asked, and lets a client ask 60 times, as the real one in a minute. */
async function startOrigin() {
  const asked = new Map<string, number>();
  const clients = new Map<string, number>();
  const server = createServer(({ url = "", headers }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const client = String(headers["x-forwarded-for"]);
    const count = (clients.get(client) ?? 0) + 1;
    clients.set(client, count);
    const isGzip = headers["accept-encoding"] === "gzip";
    if (count > 60) response.statusCode = 429;
    if (url.endsWith("/missing")) response.statusCode = 404;
    response.setHeader(
      "Cache-Control",
      response.statusCode === 200 && !url.includes("no-store")
        ? `public, max-age=${url.endsWith("/brief") ? 1 : 600}`
        : "no-store",
    );
    response.setHeader("X-RateLimit-Remaining", 60 - count);
    response.setHeader("Vary", "Accept-Encoding");
    if (isGzip) response.setHeader("Content-Encoding", "gzip");
    const body = `token of ${url}`;
    const end = () => response.end(isGzip ? gzipSync(body) : body);
    // Slow enough that others ask in the meantime.
    if (url.endsWith("/brief")) setTimeout(end, 200);
    else end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked };
}

type Echo = { name: string; url: string; client: string; host: string };

describe("the proxy", () => {
  const stops: (() => unknown)[] = [];
  let url: string;

  before(async () => {
    const echoes = [];
    for (const name of ["api", "api", "relayer", "dashboard"]) echoes.push(await startEcho(name));
    const [one = "", two = "", relayer = "", dashboard = ""] = echoes.map((echo) => echo.url);
    const proxy = await startProxy({ api: [one, two], relayer, dashboard });
    url = proxy.url;
    stops.push(() => proxy.stop());
    for (const { server } of echoes) stops.push(() => server.close());
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  async function ask(path: string, headers: Record<string, string> = {}): Promise<Echo> {
    return (await (await fetch(url + path, { headers })).json()) as Echo;
  }

  for (const service of ["api", "relayer"] as const) {
    const prefix = service === "api" ? "" : "/relayer";
    it(`has the ${service} under every address of its document but that of its metrics`, async () => {
      const document = JSON.parse(readFileSync(`apps/${service}/openapi.json`, "utf8"));
      const paths = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "1"));
      assert.ok(paths.includes("/metrics") && paths.length > 5);
      for (const path of paths.filter((each) => each !== "/metrics")) {
        const { name, url: asked } = await ask(`${prefix}${path}?a=b`);
        assert.deepEqual([name, asked], [service, `${path}?a=b`]);
      }
      assert.equal((await ask("/docs/")).name, "api");
    });
  }

  it("has the dashboard everywhere else, and nobody's metrics", async () => {
    for (const path of ["/", "/agents/1", "/kya?wallet=0x1", "/_next/static/a.js", "/documents", "/metrics"])
      assert.equal((await ask(path)).name, "dashboard", path);
    assert.equal((await fetch(`${url}/relayer/metrics`)).status, 404);
  });

  it("asks another process of the query API if one accepts connections and says nothing", async () => {
    // It answers the look whether nginx is there, so that nginx thinks well of it.
    const hung = createServer(({ url: path }, response) => {
      if (path === "/health") response.end();
    });
    hung.listen(0, "127.0.0.1");
    await once(hung, "listening");
    const { url: living, server } = await startEcho("api");
    const api = [`http://127.0.0.1:${(hung.address() as AddressInfo).port}`, living];
    const other = await startProxy({ api, relayer: living, dashboard: living, apiTimeout: "2s" });
    stops.push(
      () => other.stop(),
      () => server.close(),
      () => hung.close().closeAllConnections(),
    );
    // In turn, so that either has one of two. A post to the query API changes nothing, so it is asked again as well.
    const posts = [1, 2].map(() => fetch(`${other.url}/api/v1/kya`, { method: "POST" }));
    assert.deepEqual(
      (await Promise.all(posts)).map(({ status }) => status),
      [200, 200],
    );
  });

  it("says who the client is, whatever the client says", async () => {
    const { client, host } = await ask("/api/v1/stats", { "X-Forwarded-For": "203.0.113.7" });
    assert.deepEqual([client, host], ["127.0.0.1", new URL(url).host]);
    const other = request(`${url}/agents`, { localAddress: "127.0.0.2" }).end();
    const [response] = (await once(other, "response")) as [IncomingMessage];
    const [body] = await response.toArray();
    assert.equal((JSON.parse(String(body)) as Echo).client, "127.0.0.2");
  });

  describe("caches what is signed, and snapshots", () => {
    let origin: Awaited<ReturnType<typeof startOrigin>>;
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    before(async () => {
      origin = await startOrigin();
      const { url: api } = origin;
      proxy = await startProxy({ api: [api, api], relayer: api, dashboard: api });
    });
    after(async () => {
      await proxy?.stop();
      origin?.server.close();
    });

    const LISTS = Array.from({ length: 10 }, (_, list) => `/api/v1/status-lists/${list}`);

    it("so that 200 callers of every list are ten requests, and count against nobody", async () => {
      const callers = Array.from({ length: 200 }, async (_, caller) => {
        for (const path of LISTS) {
          const encoding = caller % 2 === 0 ? "gzip" : "identity";
          const response = await fetch(proxy.url + path, { headers: { "Accept-Encoding": encoding } });
          assert.equal(response.status, 200);
          assert.equal(await response.text(), `token of ${path}`);
          assert.equal(response.headers.get("x-ratelimit-remaining"), null);
          assert.equal(response.headers.get("cache-control"), "public, max-age=600");
        }
      });
      await Promise.all(callers);
      assert.deepEqual(
        LISTS.map((path) => origin.asked.get(path)),
        LISTS.map(() => 1),
      );
    });

    it("so that one of twenty callers renews what has expired", async () => {
      const path = "/api/v1/status-lists/brief";
      await waitUntil(async () => {
        await Promise.all(Array.from({ length: 20 }, async () => (await fetch(proxy.url + path)).text()));
        return origin.asked.get(path) !== 1;
      }, "the list to expire");
      assert.equal(origin.asked.get(path), 2);
    });

    it("under their own addresses alone", async () => {
      const cached = [
        "/api/v1/status-lists",
        "/api/v1/agent/1/binding",
        `/api/v1/kya/0x${"a1".repeat(20)}/receipt`,
        "/api/v1/snapshots/84532-100.ndjson.zst",
      ];
      const others = [
        "/api/v1/stats",
        "/api/v1/agent/1",
        `/api/v1/kya/0x${"a1".repeat(20)}`,
        "/api/v1/snapshots",
        "/.well-known/jwks.json",
        "/agents",
      ];
      for (const path of [...cached, ...others, ...cached, ...others]) await fetch(proxy.url + path);
      for (const path of cached) assert.equal(origin.asked.get(path), 1, path);
      for (const path of others) assert.equal(origin.asked.get(path), 2, path);
    });

    it("for the time that the query API says, and not with a query", async () => {
      for (const path of ["/api/v1/status-lists/20?no-store", "/api/v1/status-lists/0?time=1"])
        for (const time of [1, 2]) {
          await fetch(proxy.url + path);
          assert.equal(origin.asked.get(path), time, path);
        }
      for (const time of [1, 2]) {
        await fetch(`${proxy.url}/api/v1/status-lists/missing`);
        assert.equal(origin.asked.get("/api/v1/status-lists/missing"), time);
      }
    });
  });
});
