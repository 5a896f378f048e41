import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { bareEnv } from "@agent-registry/testkit";

/** A service as it runs in production, on a port of its own, which is ended and started again; it ends with the test. */
export function runServiceProcess({
  file,
  env,
  port,
}: {
  file: URL;
  env: Record<string, string>;
  port: number;
}) {
  let child = start();

  function start(): ChildProcess {
    return fork(file, {
      execArgv: [],
      env: { ...bareEnv, LOG_LEVEL: "silent", ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, "exit");
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    end,
    restart(): void {
      child = start();
    },
  };
}
