import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "../find-free-port.ts";
import { findProgram } from "../programs/find-program.ts";

export type TestRedis = {
  url: string;
  /** A server that keeps its connections, and answers nothing until it is resumed. */
  pause(): void;
  resume(): void;
  /** Ends the server and starts an empty one at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const START_DEADLINE_MS = 60_000;

/** Starts a real Redis on a free port of the loopback address. It keeps nothing on disk. */
export async function startRedis(): Promise<TestRedis> {
  const program = findProgram("redis");
  if (program === undefined) throw new Error("The tests need Redis: npm run test:all brings it");
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-redis-"));
  const port = await findFreePort();
  const settings = { bind: "127.0.0.1", port: String(port), dir: folder, save: "", appendonly: "no" };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);

  async function start(): Promise<ChildProcess> {
    const child = spawn(program as string, flags, { cwd: folder, stdio: "ignore" });
    await waitUntilUp(child, port);
    return child;
  }

  async function end(child: ChildProcess): Promise<void> {
    const exited = once(child, "exit");
    // Nothing is lost with it, and a paused server ends, too.
    child.kill("SIGKILL");
    await exited;
  }

  let server = await start();
  const killServer = () => server.kill("SIGKILL");
  process.once("exit", killServer);
  return {
    url: `redis://127.0.0.1:${port}`,
    pause: () => void server.kill("SIGSTOP"),
    resume: () => void server.kill("SIGCONT"),
    async restart() {
      await end(server);
      server = await start();
    },
    async stop() {
      process.off("exit", killServer);
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilUp(server: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Redis ended at once (exit code ${server.exitCode})`);
    if (await answersPing(port)) return;
    if (Date.now() > deadline) throw new Error("Redis did not come up");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    socket.end("PING\r\n");
    const [answer] = await once(socket, "data");
    return String(answer).startsWith("+PONG");
  } catch {
    // The server does not listen yet.
    return false;
  } finally {
    socket.destroy();
  }
}
