import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@agent-registry/testkit";
import { dashboardDir, nextBin } from "../../scripts/build-dashboard.ts";

const START_LIMIT_MS = 60_000;
const POLL_MS = 100;
const apiMain = fileURLToPath(new URL("../../../api/src/main.ts", import.meta.url));

export type Running = { url: string; stop(): Promise<void> };

/** The real query API in a process of its own, with an index of its own; caught up when it is returned. */
export async function startApi({
  rpcUrl,
  registryAddress,
  port,
  ratePerMinute = 1_000_000,
}: {
  rpcUrl: string;
  registryAddress: string;
  port?: number;
  ratePerMinute?: number;
}): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), "dashboard-e2e-"));
  const url = `http://127.0.0.1:${port ?? (await findFreePort())}`;
  const child = spawn(process.execPath, [apiMain], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      RPC_URL: rpcUrl,
      REGISTRY_ADDRESS: registryAddress,
      DATA_DIR: dataDir,
      RATE_LIMIT_PER_MINUTE: String(ratePerMinute),
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await whenUp({
    child,
    url,
    path: "/ready",
    // Asking counts against the limit, which a test may have set to a handful.
    pollMs: ratePerMinute < 1_000 ? 3_000 : POLL_MS,
    onStop: () => rmSync(dataDir, { recursive: true, force: true }),
  });
}

/** The built dashboard in a process of its own. */
export async function startDashboard({ apiUrl }: { apiUrl: string }): Promise<Running> {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const { port } = new URL(url);
  const child = spawn(process.execPath, [nextBin, "start", "--port", port, "--hostname", "127.0.0.1"], {
    cwd: dashboardDir,
    env: { ...process.env, NEXT_PUBLIC_API_URL: apiUrl, NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return await whenUp({ child, url, path: "/kya", pollMs: POLL_MS, onStop: () => {} });
}

async function whenUp({
  child,
  url,
  path,
  pollMs,
  onStop,
}: {
  child: ChildProcess;
  url: string;
  path: string;
  pollMs: number;
  onStop(): void;
}): Promise<Running> {
  const deadline = Date.now() + START_LIMIT_MS;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    }
    onStop();
  };
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${url} ended before it was up (exit code ${child.exitCode})`);
    if (await isUp(url + path)) return { url, stop };
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`${url}${path} was not up within ${START_LIMIT_MS / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
