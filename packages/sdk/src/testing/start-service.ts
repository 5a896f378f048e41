import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bareEnv } from "@agent-registry/testkit";

export type RunningService = {
  url: string;
  port: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** This process may end while the service runs, and the service with it. */
  unref(): void;
};

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Starts one of the services as a process of its own, as an operator would, and waits until it listens. */
export async function startService(input: {
  name: "api" | "relayer";
  env: Record<string, string>;
}): Promise<RunningService> {
  const child = fork(`${root}apps/${input.name}/src/main.ts`, {
    env: { ...bareEnv, LOG_LEVEL: "info", ...input.env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const url = await waitForUrl({ child, name: input.name });
  return {
    url,
    port: Number(new URL(url).port),
    stop: () => end({ child, signal: "SIGTERM" }),
    kill: () => end({ child, signal: "SIGKILL" }),
    unref(): void {
      child.unref();
      child.channel?.unref();
      for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
      process.once("exit", () => child.kill("SIGKILL"));
    },
  };
}

async function waitForUrl({ child, name }: { child: ChildProcess; name: string }): Promise<string> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("The service has no output to read");
  let said = "";
  stderr.on("data", (chunk) => {
    said += chunk;
  });
  const url = new Promise<string>((resolve) => {
    // Read to the end, or the pipe fills up and the service stalls.
    createInterface({ input: stdout }).on("line", (line) => {
      said += `${line}\n`;
      const found = /"url":"(http:[^"]+)".*"listening"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const ended = once(child, "exit").then(() => {
    throw new Error(`The ${name} ended before it listened:\n${said}`);
  });
  ended.catch(() => {});
  return Promise.race([url, ended]);
}

async function end({ child, signal }: { child: ChildProcess; signal: NodeJS.Signals }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
