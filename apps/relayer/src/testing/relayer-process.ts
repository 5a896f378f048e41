import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bareEnv, waitUntil } from "@agent-registry/testkit";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The relayer as it runs in production, to be killed at will; it ends with the test in any case. */
export async function startRelayerProcess({ env, port }: { env: Record<string, string>; port: number }) {
  const url = `http://127.0.0.1:${port}`;
  const logFile = process.env.TEST_LOG_FILE;
  const output = logFile === undefined ? "ignore" : openSync(logFile, "a");
  const child = fork(mainFile, {
    env: {
      ...bareEnv,
      LOG_LEVEL: logFile === undefined ? "silent" : "info",
      ...env,
      RELAYER_PORT: String(port),
    },
    stdio: ["ignore", output, logFile === undefined ? "inherit" : output, "ipc"],
  });
  await waitUntilUp(child, url);
  return {
    url,
    isRunning: () => isRunning(child),
    /** `kill -9`: without any clean-up. */
    kill: () => end(child, "SIGKILL"),
    stop: () => end(child, "SIGTERM"),
  };
}

async function waitUntilUp(child: ChildProcess, url: string): Promise<void> {
  await waitUntil(async () => {
    // A test may kill it while it starts.
    if (!isRunning(child)) return true;
    return await fetch(`${url}/openapi.json`).then(
      (answer) => answer.ok,
      () => false,
    );
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
