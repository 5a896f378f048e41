import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findFreePort } from "@agent-registry/testkit";
import { Hono } from "hono";
import { ConfigError } from "../config/config.ts";
import { createLogger } from "../observing/logger.ts";
import { createMetrics } from "../observing/metrics.ts";
import { listenWithMetrics } from "./listen.ts";

const logger = createLogger({ name: "test", level: "silent" });
const app = new Hono().get("/", (c) => c.text("here")).get("/ready", (c) => c.text("not yet", 503));
const common = { app, port: 0, hostname: "127.0.0.1", logger };

describe("listenWithMetrics", () => {
  it("answers on the port of the metrics whether the service is ready, as on its own", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    const metricsPort = await findFreePort();
    const { url, stop } = await listenWithMetrics({ ...common, metrics, metricsPort });
    try {
      for (const base of [url, `http://127.0.0.1:${metricsPort}`]) {
        const answer = await fetch(`${base}/ready`);
        assert.deepEqual([answer.status, await answer.text()], [503, "not yet"]);
      }
    } finally {
      await stop();
    }
  });

  it("serves the metrics on their own port alone, until it is stopped", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    const metricsPort = await findFreePort();
    const { url, stop } = await listenWithMetrics({ ...common, metrics, metricsPort });
    const metricsUrl = `http://127.0.0.1:${metricsPort}`;
    const ask = async (address: string) => (await fetch(address)).status;
    assert.deepEqual(await Promise.all([ask(url), ask(`${url}/metrics`)]), [200, 404]);
    assert.deepEqual(await Promise.all([ask(metricsUrl), ask(`${metricsUrl}/metrics`)]), [404, 200]);
    await stop();
    await assert.rejects(fetch(url));
    await assert.rejects(fetch(`${metricsUrl}/metrics`));
  });

  it("leaves no port open if the one of the metrics is taken", async () => {
    const metrics = createMetrics({ isProcessWatched: false });
    const port = await findFreePort();
    const other = await listenWithMetrics({ ...common, metrics, metricsPort: undefined });
    await assert.rejects(
      listenWithMetrics({ ...common, port, metrics, metricsPort: other.port }),
      ConfigError,
    );
    await assert.rejects(fetch(`http://127.0.0.1:${port}`));
    await other.stop();
  });
});
