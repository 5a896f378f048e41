import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sendSignal } from "../send-signal.ts";
import { say } from "./say.ts";
import type { Service } from "./services.ts";
import { StackError } from "./stack.ts";

const STOP_DEADLINE_MS = 15_000;
const POLL_MS = 100;
const TAIL_LINES = 12;
const TAIL_CHARACTERS = 8_000;
const TAIL_DEADLINE_MS = 1_000;

export type RunningServices = {
  /** Settles when all of them are of use. */
  ready: Promise<void>;
  /** Settles when a service ends by itself, which none should. */
  ended: Promise<never>;
  /** At any time, also before they are ready. */
  stop(): Promise<void>;
};

/**
 * Starts the services side by side; what they say goes to a log file each. Returns at once: from the
 * first process on, there must be a way to stop them all.
 */
export function runServices(services: Service[], logDir: string): RunningServices {
  mkdirSync(logDir, { recursive: true });
  const running = services.map((service) => startService(service, logDir));
  const stopped = new AbortController();
  const ready = Promise.all(
    services.map(async (service) => {
      await waitUntilReady(service, stopped.signal);
      say(`${service.name[0]?.toUpperCase()}${service.name.slice(1)} at ${service.url}`);
    }),
  ).then(() => {});
  const ended = Promise.race(running.map((service) => service.ended));
  // A caller that stops the services no longer waits for either.
  for (const promise of [ready, ended]) promise.catch(() => {});
  return {
    ready,
    ended,
    async stop() {
      stopped.abort();
      await Promise.all(running.map(({ child }) => stopChild(child)));
    },
  };
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
  // What a service sends is progress that a person waits for; the rest of its output goes to its log.
  child.on("message", (line) => say(String(line)));
  return { child, ended: failAtEnd({ child, name, lastWords: keepLog({ child, name, logFile }) }) };
}

/** Returns a function that reads the log's end; it works even if the log could not be written. */
function keepLog({ child, name, logFile }: { child: ChildProcess; name: string; logFile: string }) {
  const log = createWriteStream(logFile);
  const outputs = [child.stdout, child.stderr];
  let tail = "";
  for (const output of outputs) {
    output?.pipe(log, { end: false });
    output?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-TAIL_CHARACTERS);
    });
  }
  // Such as a full disk: a register without a log is better than none.
  log.on("error", ({ message }) => {
    say(`The log of the ${name} cannot be written and is not kept any more (${message})`);
    // Read on all the same: a service whose output is not read would block.
    for (const output of outputs) output?.unpipe(log).resume();
  });
  const closed = once(child, "close");
  return async (): Promise<string> => {
    // Words may still be on their way; but a process that was left behind could keep the pipe open for ever.
    await Promise.race([closed, wait(TAIL_DEADLINE_MS)]);
    return tail.trimEnd().split("\n").slice(-TAIL_LINES).join("\n");
  };
}

async function waitUntilReady(
  { name, readyUrl, startDeadlineMs }: Service,
  stopped: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    stopped.throwIfAborted();
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await wait(POLL_MS);
  }
  throw new StackError(
    `The ${name} was not ready after ${startDeadlineMs / 1000} seconds; its log is in the logs folder.`,
  );
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const impatience = setTimeout(() => child.kill("SIGKILL"), STOP_DEADLINE_MS);
    await exited;
    clearTimeout(impatience);
  }
  killGroup(child);
}

/** Processes that a service started and did not end, perhaps because it was killed. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) sendSignal(-pid, "SIGKILL");
}

/**
 * Rejects when a process of the stack ends, which none should by itself. A caller that ends it on purpose
 * ignores the rejection.
 */
export function failAtEnd({
  child,
  name,
  lastWords = async () => "",
}: {
  child: ChildProcess;
  name: string;
  lastWords?: () => Promise<string>;
}): Promise<never> {
  const failed = once(child, "exit").then(async ([code, signal]): Promise<never> => {
    const how = signal === null ? `exit code ${code}` : `killed by ${signal}`;
    const words = await lastWords();
    throw new StackError(
      `The ${name} ended by itself (${how}).${words === "" ? "" : ` Its last words:\n\n${words}`}`,
    );
  });
  failed.catch(() => {});
  return failed;
}
