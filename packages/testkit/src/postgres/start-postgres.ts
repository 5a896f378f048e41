import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../find-free-port.ts";
import { findPostgresBinaries } from "./find-postgres-binaries.ts";
import { createDatabaseOn, runQuery } from "./queries.ts";

export type TestPostgres = {
  /** The server's own database; to write, create another one. */
  url: string;
  /** An empty database; returns its address. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
};

const START_DEADLINE_MS = 60_000;

/** PostgreSQL refuses to run as root; the user `nobody` exists on every system. */
const NOBODY = 65534;

/** Starts a real PostgreSQL on a free port, with its data in a temporary folder that `stop` deletes. */
export async function startPostgres(): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const binaries = await findPostgresBinaries({ asOtherUser: isRoot });
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-postgres-"));
  const dataDir = path.join(folder, "data");
  await mkdir(dataDir, { mode: 0o700 });
  if (isRoot) for (const owned of [folder, dataDir]) await chown(owned, NOBODY, NOBODY);

  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C", HOME: folder } };
  const initdb = [
    "-D",
    dataDir,
    "-U",
    "postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ];
  await runToEnd(spawn(binaries.initdb, initdb, options), "initdb");

  const port = await findFreePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    fsync: "off",
    max_connections: "500",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(binaries.postgres, ["-D", dataDir, "-p", String(port), ...flags], {
    ...options,
    stdio: "ignore",
  });
  const killServer = () => server.kill("SIGKILL");
  process.once("exit", killServer);

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilUp(server, url);
  return {
    url,
    createDatabase: () => createDatabaseOn(url),
    async stop() {
      process.off("exit", killServer);
      const exited = once(server, "exit");
      // SIGINT is PostgreSQL's fast shutdown: it closes open connections.
      server.kill("SIGINT");
      await exited;
      await rm(folder, { recursive: true, force: true });
      await binaries.release();
    },
  };
}

async function waitUntilUp(server: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once (exit code ${server.exitCode})`);
    try {
      return await runQuery(url, "SELECT 1");
    } catch (error) {
      if (Date.now() > deadline) throw new Error("PostgreSQL did not come up", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function runToEnd(child: ChildProcess, name: string): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  child.stdout?.resume();
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${name} failed (exit code ${code}): ${said}`);
}
