import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../find-free-port.ts";
import { findProgram } from "../programs/find-program.ts";
import { waitUntil } from "../wait-until.ts";

type TestPgBouncer = {
  /** The same database as `databaseUrl`, by way of the pooler. */
  toPooledUrl(databaseUrl: string): string;
  stop(): Promise<void>;
};

/** PgBouncer refuses to run as root; the user `nobody` exists on every system. */
const NOBODY = 65534;

/**
 * Starts a real PgBouncer in transaction mode before a PostgreSQL. It has only a few connections to the
 * server, so its clients must share them.
 */
export async function startPgBouncer(options: { postgres: { url: string } }): Promise<TestPgBouncer> {
  const program = findProgram("pgbouncer");
  if (program === undefined) throw new Error("PgBouncer is not installed");
  const server = new URL(options.postgres.url);
  const port = await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: port,
    unix_socket_dir: "",
    auth_type: "any",
    pool_mode: "transaction",
    default_pool_size: 4,
    max_client_conn: 200,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `* = host=${server.hostname} port=${server.port} user=${server.username}`;
  await writeFile(file, ["[databases]", databases, "[pgbouncer]", ...lines, ""].join("\n"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const owned of [folder, file]) await chown(owned, NOBODY, NOBODY);

  const pooler = spawn(program, ["-q", file], {
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: folder,
    stdio: "ignore",
  });
  const killPooler = () => pooler.kill("SIGKILL");
  process.once("exit", killPooler);
  await waitUntil(() => {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended at once (exit code ${pooler.exitCode})`);
    return isOpen(port);
  }, "PgBouncer");

  return {
    toPooledUrl(databaseUrl) {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      process.off("exit", killPooler);
      const exited = once(pooler, "exit");
      // PgBouncer's immediate shutdown: it waits for no client.
      pooler.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  const answer = await promise;
  socket.destroy();
  return answer;
}
