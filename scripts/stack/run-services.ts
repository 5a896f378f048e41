import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { say } from "./say.ts";
import type { Service } from "./services.ts";
import { StackError } from "./stack.ts";

const STOP_DEADLINE_MS = 15_000;
const POLL_MS = 100;

export type RunningServices = {
  /** Settles when a service ends by itself, which none should. */
  ended: Promise<never>;
  stop(): Promise<void>;
};

/** Starts the services side by side; what they say goes to a log file each. */
export async function runServices(services: Service[], logDir: string): Promise<RunningServices> {
  await mkdir(logDir, { recursive: true });
  const running = services.map((service) => startService(service, logDir));
  const ended = Promise.race(running.map(({ ended }) => ended));
  const stop = async () => {
    await Promise.all(running.map(({ child }) => stopChild(child)));
  };
  try {
    const allReady = Promise.all(
      services.map(async (service) => {
        await waitUntilReady(service);
        say(`${service.name[0]?.toUpperCase()}${service.name.slice(1)} at ${service.url}`);
      }),
    );
    await Promise.race([allReady, ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop };
}

function startService({ name, program, nodeFlags = [], env }: Service, logDir: string) {
  const logFile = path.join(logDir, `${name.replaceAll(" ", "-")}.log`);
  const child = fork(program, [], {
    execArgv: nodeFlags,
    // Not our whole environment: a key meant for one service is nothing to another.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A group of its own, so that Ctrl-C comes to us alone and we decide the order of the end.
    detached: true,
  });
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const ended = once(child, "exit").then(async ([code]) => {
    const lines = (await readFile(logFile, "utf8").catch(() => "")).trimEnd().split("\n").slice(-12);
    throw new StackError(
      `The ${name} ended by itself (exit code ${code}). Its last words:\n\n${lines.join("\n")}`,
    );
  });
  // A wanted end is not an error, and then nobody listens.
  ended.catch(() => {});
  return { child, ended: ended as Promise<never> };
}

async function waitUntilReady({ name, readyUrl, startDeadlineMs }: Service): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new StackError(
    `The ${name} was not ready after ${startDeadlineMs / 1000} seconds; its log is in the logs folder.`,
  );
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
  await exited;
  clearTimeout(impatience);
}
