import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
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
export async function startPostgres(settings: ServerOptions["settings"] = {}): Promise<TestPostgres> {
  const place = await createPlace();
  const { url, end } = await runServer(place, { folder: await place.createCluster("data"), settings });
  return {
    url,
    createDatabase: () => createDatabaseOn(url),
    async stop() {
      await end();
      await place.remove();
    },
  };
}

export type TestReplication = {
  primary: Omit<TestPostgres, "stop">;
  /** The address of the same database on the replica. */
  toReplicaUrl(databaseUrl: string): string;
  /** From now on the replica shows what it has, whatever the primary writes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** A primary and a physical replica that streams from it: a copy of the cluster as it was before its first start. */
export async function startReplicatedPostgres(): Promise<TestReplication> {
  const place = await createPlace();
  const folder = await place.createCluster("data");
  const copy = await place.copyCluster("data", "replica");
  // The replica begins at the first record, which must still be there.
  const primary = await runServer(place, { folder, settings: { wal_keep_size: "256MB" } });
  const { port } = new URL(primary.url);
  await writeFile(path.join(copy, "standby.signal"), "");
  const replica = await runServer(place, {
    folder: copy,
    settings: { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres` },
  });
  return {
    primary: { url: primary.url, createDatabase: () => createDatabaseOn(primary.url) },
    toReplicaUrl: (databaseUrl) => new URL(new URL(databaseUrl).pathname, replica.url).href,
    async pause() {
      await runQuery(replica.url, "select pg_wal_replay_pause()");
      const isPaused = "select 1 / (pg_get_wal_replay_pause_state() = 'paused')::int";
      await waitForQuery(replica.url, isPaused, "The replica did not pause");
    },
    resume: () => runQuery(replica.url, "select pg_wal_replay_resume()"),
    async stop() {
      await replica.end();
      await primary.end();
      await place.remove();
    },
  };
}

type Place = Awaited<ReturnType<typeof createPlace>>;

/** A temporary folder for servers, and the programs to run there as a user who may. */
async function createPlace() {
  const isRoot = process.getuid?.() === 0;
  const binaries = await findPostgresBinaries({ asOtherUser: isRoot });
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const root = await mkdtemp(path.join(tmpdir(), "agent-registry-postgres-"));
  if (isRoot) await chown(root, NOBODY, NOBODY);
  const options = { ...user, cwd: root, env: { ...process.env, LC_ALL: "C", HOME: root } };
  const run = (command: string, args: string[]) => runToEnd(spawn(command, args, options), command);
  return {
    root,
    options,
    postgres: binaries.postgres,
    async createCluster(name: string): Promise<string> {
      const folder = path.join(root, name);
      const flags = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
      await run(binaries.initdb, ["-D", folder, ...flags]);
      return folder;
    },
    /** Of a cluster whose server does not run. */
    async copyCluster(from: string, to: string): Promise<string> {
      await run("cp", ["-R", path.join(root, from), path.join(root, to)]);
      return path.join(root, to);
    },
    async remove(): Promise<void> {
      await rm(root, { recursive: true, force: true });
      await binaries.release();
    },
  };
}

type ServerOptions = { folder: string; settings?: Record<string, string> };

async function runServer({ root, options, postgres }: Place, { folder, settings = {} }: ServerOptions) {
  const port = await findFreePort();
  const flags = Object.entries({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: root,
    fsync: "off",
    max_connections: "500",
    ...settings,
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(postgres, ["-D", folder, "-p", String(port), ...flags], {
    ...options,
    stdio: "ignore",
  });
  const killServer = () => server.kill("SIGKILL");
  process.once("exit", killServer);

  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilUp(server, url);
  return {
    url,
    async end(): Promise<void> {
      process.off("exit", killServer);
      const exited = once(server, "exit");
      // SIGINT is PostgreSQL's fast shutdown: it closes open connections.
      server.kill("SIGINT");
      await exited;
    },
  };
}

async function waitUntilUp(server: ChildProcess, url: string): Promise<void> {
  const assertRunning = () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once (exit code ${server.exitCode})`);
  };
  await waitForQuery(url, "select 1", "PostgreSQL did not come up", assertRunning);
}

/** Until the query succeeds. */
async function waitForQuery(url: string, query: string, otherwise: string, check = () => {}): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    check();
    try {
      return await runQuery(url, query);
    } catch (error) {
      if (Date.now() > deadline) throw new Error(otherwise, { cause: error });
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
