import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort, findProgram, waitUntil } from "@agent-registry/testkit";

type Upstreams = {
  api: string[];
  relayer: string;
  dashboard: string;
  /** How long a process of the query API has to answer, as nginx writes it; tests do not wait as long as clients. */
  apiTimeout?: string;
};

/** nginx as the compose file runs it, with the same files but for ports and folders. */
export async function startProxy(upstreams: Upstreams): Promise<{ url: string; stop(): Promise<void> }> {
  const program = findProgram("nginx");
  if (program === undefined) throw new Error("The tests need nginx: npm run test:all brings it");
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-proxy-"));
  // Started by root, nginx gives its cache to a user of its own.
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const { api, relayer, dashboard, apiTimeout = "20s" } = upstreams;
  const servers = [...api, relayer, dashboard].map((url) => new URL(url).host);
  const files = {
    "nginx.conf": readFileSync("deploy/compose/nginx.conf", "utf8").replaceAll("/tmp/", `${folder}/`),
    "upstreams.conf": readFileSync("deploy/nginx/upstreams.conf", "utf8")
      .replaceAll(/server 127\.0\.0\.1:\d+/g, () => `server ${servers.shift()}`)
      .replaceAll("/var/lib/nginx/", `${folder}/`),
    "agent-registry.conf": readFileSync("deploy/nginx/agent-registry.conf", "utf8")
      .replace("listen 8080;", `listen 127.0.0.1:${port};`)
      .replaceAll("proxy_read_timeout 20s;", `proxy_read_timeout ${apiTimeout};`),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const child = spawn(
    program,
    ["-e", "stderr", "-c", path.join(folder, "nginx.conf"), "-p", folder, "-g", "daemon off;"],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended at once (exit code ${child.exitCode})`);
    return await fetch(`${url}/health`).then(
      () => true,
      () => false,
    );
  }, "nginx to listen");
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
