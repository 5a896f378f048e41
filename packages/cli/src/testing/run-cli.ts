import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { bareEnv } from "@agent-registry/testkit";
import type { Address } from "viem";
import { bundleCli } from "../../scripts/build-cli.ts";
import { type MainProcess, main } from "../main.ts";
import type { TestTerminal } from "./terminal.ts";

/** The command in one file: that starts four times as fast as its sources, and tests start it often. */
export const cliPath = await bundle();

async function bundle(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-cli-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outFile = path.join(folder, "agent-registry.mjs");
  await bundleCli({ outFile, external: [] });
  return outFile;
}

type CliResult = { code: number | null; stdout: string; stderr: string };
type CliOptions = { cwd: string; env?: Record<string, string> };

/** Runs a command as a user would, and waits for its end. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const child = start(args, options);
  const result = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => {
    result.stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    result.stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...result };
}

/** The same in this process: quicker. */
export async function runHere(
  args: readonly string[],
  { cwd, env, terminal }: CliOptions & { terminal?: TestTerminal },
): Promise<CliResult> {
  const result = { stdout: "", stderr: "" };
  const collect = (name: "stdout" | "stderr") => ({
    write: (text: string) => {
      result[name] += text;
    },
    on: () => {},
  });
  const process: MainProcess = {
    argv: ["node", "agent-registry", ...args],
    env: { HOME: cwd, ...env },
    cwd: () => cwd,
    exitCode: undefined,
    stdout: collect("stdout"),
    stderr: { ...collect("stderr"), isTTY: terminal !== undefined },
    ...(terminal && { stdin: terminal }),
  };
  await main(process);
  return { code: Number(process.exitCode ?? 0), ...result };
}

/** Runs a command whose stdout is closed before it writes. */
export async function runUnread(args: readonly string[], options: CliOptions) {
  const child = start(args, options);
  child.stdout?.destroy();
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

/** Runs a command in this process that must succeed, and reads what it prints with --json. */
export async function runJson<T = Record<string, unknown>>(
  args: readonly string[],
  options: CliOptions,
): Promise<T> {
  const { code, stdout, stderr } = await runHere([...args, "--json"], options);
  if (code !== 0) throw new Error(`agent-registry ${args.join(" ")} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** The error that a command with --json ended with: the last line on stderr, after what it had to say before. */
export function readError(stderr: string) {
  return JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "");
}

/** A person with a key of its own, in a new folder below `folder`, and the command line with that key. */
export async function newPerson(folder: string) {
  const cwd = mkdtempSync(path.join(folder, "person-"));
  const run = (...args: string[]) => runHere(args, { cwd });
  const runOwn = <T = Record<string, unknown>>(...args: string[]) => runJson<T>(args, { cwd });
  const { address, file: keyFile } = await runOwn<{ address: Address; file: string }>("keygen");
  return { cwd, address, keyFile, run, runJson: runOwn };
}

/** Starts a command that keeps running, and collects its lines of JSON. It is killed when the test ends. */
export function startCli<T>(args: readonly string[], options: CliOptions & { test: TestContext }) {
  const child = start([...args, "--json"], options);
  options.test.after(() => child.kill("SIGKILL"));
  const lines: T[] = [];
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line)));
  return {
    lines,
    stderr: () => stderr,
    exit: once(child, "close").then(([code]) => code as number | null),
    stop: (signal: "SIGTERM" | "SIGINT" = "SIGTERM") => child.kill(signal),
  };
}

function start(args: readonly string[], { cwd, env }: CliOptions): ChildProcess {
  return spawn(process.execPath, [cliPath, ...args], {
    cwd,
    env: { ...bareEnv, HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
