import { type ChildProcess, fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bareEnv, findFreePort } from "@agent-registry/testkit";

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

/** A query API that signs, with a key of its own in `folder`. It is the issuer by the address at which it listens. */
export async function startSigningApi(folder: string, env: Record<string, string>): Promise<RunningService> {
  const keyFile = path.join(folder, "signing.key");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const port = String(await findFreePort());
  const signing = { SIGNING_KEY_FILE: keyFile, ISSUER_URL: `http://127.0.0.1:${port}`, PORT: port };
  const quick = { POLL_INTERVAL_MS: "50", RATE_LIMIT_PER_MINUTE: "100000" };
  return startService({ name: "api", env: { ...signing, ...quick, ...env } });
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
