import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findFreePorts } from "@agent-registry/testkit";

export type Ports = Record<"CHAIN_PORT" | "API_PORT" | "RELAYER_PORT" | "DASHBOARD_PORT", string>;
export type StackProcess = ReturnType<typeof startStack>;

const POLL_MS = 50;

/** The variables that move a stack to ports that are free at this moment. */
export async function findStackPorts(): Promise<Ports> {
  const ports = await findFreePorts(["CHAIN_PORT", "API_PORT", "RELAYER_PORT", "DASHBOARD_PORT"]);
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])) as Ports;
}

/** The stack as a process, the way a person has it in a terminal: with Ctrl-C, and with what it says. */
export function startStack({
  command: [program, ...args],
  cwd,
  env,
}: {
  command: [string, ...string[]];
  cwd: string;
  env: Record<string, string | undefined>;
}) {
  // A group of its own, as a terminal gives to each command: Ctrl-C reaches all of it and nothing else.
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output }));
  return {
    output: () => output,
    /** Settles when it ends, with its exit code and all that it said. */
    ended,
    async waitUntilRunning(): Promise<void> {
      while (!output.includes("The Agent Registry is running")) {
        if (hasEnded(child)) throw new Error(`The stack ended early:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async pressCtrlC(): Promise<number | null> {
      signalGroup(child, "SIGINT");
      return (await ended).code;
    },
    /** For the end of a test, even a failed one: no process of the stack may outlive the test. */
    async kill(): Promise<void> {
      if (!hasEnded(child)) signalGroup(child, "SIGKILL");
      await ended;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error("The stack could not be started");
  process.kill(-pid, signal);
}
