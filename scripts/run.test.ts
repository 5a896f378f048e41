import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, it } from "node:test";
import { sendSignal } from "./send-signal.ts";

/** Prints which signals it gets. Ends a little after the first, so that a second one would be printed too. */
const PROGRAM = `
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    console.log(signal);
    setTimeout(() => process.exit(3), 50);
  });
}
setInterval(() => {}, 1_000);
console.log(\`running as \${process.pid}\`);
`;

/** Ends run.mjs, and its whole group, when it is about to start the second of its two processes. */
const KILLED_AT_ITS_SECOND_PROCESS = `
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
const { spawn } = childProcess;
let started = 0;
childProcess.spawn = (...args) => {
  started += 1;
  if (started === 2) process.kill(-process.pid, "SIGKILL");
  return spawn(...args);
};
syncBuiltinESMExports();
`;

describe("a program that run.mjs started", { timeout: 60_000 }, () => {
  let folder: string;
  let run: ChildProcessByStdio<null, Readable, null>;
  let lines: AsyncIterableIterator<string>;
  let programPid: number | undefined;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-run-"));
    mkdirSync(path.join(folder, "scripts"));
    for (const file of ["run.mjs", "setup.mjs"])
      cpSync(path.join(import.meta.dirname, file), path.join(folder, "scripts", file));
    for (const file of ["package-lock.json", "package.json"]) writeFileSync(path.join(folder, file), "{}");
    // Stands in for npm, which has nothing to install here.
    writeFileSync(path.join(folder, "npm.js"), 'require("node:fs").mkdirSync("node_modules");');
    writeFileSync(path.join(folder, "program.mts"), PROGRAM);
    writeFileSync(path.join(folder, "killed.mjs"), KILLED_AT_ITS_SECOND_PROCESS);
    programPid = undefined;
  });
  afterEach(() => {
    if (run.exitCode === null && run.signalCode === null) run.kill("SIGKILL");
    // If a test failed, the program may live on, and its open pipe would keep this process from ending.
    run.stdout.destroy();
    if (programPid !== undefined) sendSignal(programPid, "SIGKILL");
    rmSync(folder, { recursive: true });
  });

  function start(...nodeFlags: string[]): void {
    run = spawn(process.execPath, [...nodeFlags, "scripts/run.mjs", "program.mts"], {
      cwd: folder,
      env: { PATH: process.env.PATH, npm_execpath: path.join(folder, "npm.js") },
      stdio: ["ignore", "pipe", "inherit"],
      // As a terminal gives to each command.
      detached: true,
    });
    lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]();
  }

  async function startAndWait(): Promise<void> {
    start();
    while (programPid === undefined) {
      const line = (await lines.next()).value ?? assert.fail("it ended");
      programPid = toPid(line);
    }
  }

  /** All that it still says. The pipe is open for as long as it lives. */
  async function saidUntilItsEnd(): Promise<string[]> {
    const said: string[] = [];
    for await (const line of { [Symbol.asyncIterator]: () => lines }) {
      programPid ??= toPid(line);
      said.push(line);
    }
    return said;
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    it(`gets a ${signal} that was meant for run.mjs alone, and decides the exit code`, async () => {
      await startAndWait();
      const ended = once(run, "exit");
      run.kill(signal);
      assert.deepEqual(await saidUntilItsEnd(), [signal]);
      assert.deepEqual(await ended, [3, null]);
    });
  }

  it("gets a terminal's Ctrl-C, which is for the whole group, just once", async () => {
    await startAndWait();
    process.kill(-(run.pid ?? 0), "SIGINT");
    assert.deepEqual(await saidUntilItsEnd(), ["SIGINT"]);
  });

  it("ends as by Ctrl-C if run.mjs is killed", async () => {
    await startAndWait();
    run.kill("SIGKILL");
    assert.deepEqual(await saidUntilItsEnd(), ["SIGINT"]);
  });

  it("ends as by Ctrl-C if the whole group of run.mjs is killed", async () => {
    await startAndWait();
    process.kill(-(run.pid ?? 0), "SIGKILL");
    assert.deepEqual(await saidUntilItsEnd(), ["SIGINT"]);
  });

  it("never starts if run.mjs is killed before it watches over it", async () => {
    start("--import", "./killed.mjs");
    const said = await saidUntilItsEnd();
    assert.deepEqual(
      said.filter((line) => !line.startsWith("[set-up]")),
      [],
    );
  });
});

function toPid(line: string): number | undefined {
  const pid = /^running as (\d+)$/.exec(line)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
