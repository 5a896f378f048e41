// Part of `npm run bench -- lists`: providers that each fetch every list once through the proxy of deploy/nginx, as they do in each `ttl`, before a query
// API that counts what it is asked. Its lists hold for a minute; they are a tenth as large as real ones, which takes less time.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { findProgram } from "@agent-registry/testkit";
import { startProxy } from "./deploy/start-proxy.ts";

const PROVIDERS = Number(process.env.PROVIDERS ?? 10_000);
const LISTS = 10;
const CONNECTIONS = 50;
const LIST_BYTES = 15_000;

async function measure(): Promise<string> {
  let originAsked = 0;
  const body = randomBytes(LIST_BYTES);
  const origin = createServer((_, response) => {
    originAsked += 1;
    response.setHeader("Cache-Control", "public, max-age=60").end(body);
  });
  origin.listen(0, "127.0.0.1");
  await once(origin, "listening");
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  const proxy = await startProxy({ api: [url, url], relayer: url, dashboard: url });
  // Whether nginx is there was asked of the query API, too.
  originAsked = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedAt = performance.now();
  let asked = 0;
  async function fetchNext(): Promise<void> {
    while (asked < PROVIDERS * LISTS) {
      const request = get(`${proxy.url}/api/v1/status-lists/${asked % LISTS}`, { agent });
      asked += 1;
      const [response] = await once(request, "response");
      if (response.statusCode !== 200) throw new Error(`The proxy answered ${response.statusCode}`);
      response.resume();
      await once(response, "end");
    }
  }
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, fetchNext));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    return `${asked} requests in ${seconds} s, of which the query API saw ${originAsked} (${LISTS} lists that hold for a minute)`;
  } finally {
    agent.destroy();
    await proxy.stop();
    origin.close();
  }
}

const isThere = findProgram("nginx") !== undefined;
console.log(
  `${PROVIDERS} providers: ${isThere ? await measure() : "there is no nginx, so nothing was measured"}`,
);
