import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitUntil } from "@agent-registry/testkit";
import { parseApiConfig } from "../config.ts";
import { startApi } from "../start-api.ts";

/** The real service on a free port and, unless one is given, a data folder of its own. */
export async function startRunningApi(env: Record<string, string | undefined>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-api-"));
  const config = parseApiConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: "1000000",
    POLL_INTERVAL_MS: "50",
    LOG_LEVEL: "silent",
    ...env,
  });
  const api = await startApi(config);

  return {
    ...api,
    dataDir,
    async get(url: string) {
      const response = await fetch(`${api.url}${url}`);
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
    },
    waitUntilReady: () => waitUntil(async () => (await fetch(`${api.url}/ready`)).status === 200, "/ready"),
    async stop(): Promise<void> {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
