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

describe("a program that run.mjs started", { timeout: 60_000 }, () => {
  let folder: string;
  let run: ChildProcessByStdio<null, Readable, null>;
  let lines: AsyncIterableIterator<string>;
  let programPid: number;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-run-"));
    mkdirSync(path.join(folder, "scripts"));
    for (const file of ["run.mjs", "setup.mjs"])
      cpSync(path.join(import.meta.dirname, file), path.join(folder, "scripts", file));
    for (const file of ["package-lock.json", "package.json"]) writeFileSync(path.join(folder, file), "{}");
    // Stands in for npm, which has nothing to install here.
    writeFileSync(path.join(folder, "npm.js"), 'require("node:fs").mkdirSync("node_modules");');
    writeFileSync(path.join(folder, "program.mts"), PROGRAM);
    run = spawn(process.execPath, ["scripts/run.mjs", "program.mts"], {
      cwd: folder,
      env: { PATH: process.env.PATH, npm_execpath: path.join(folder, "npm.js") },
      stdio: ["ignore", "pipe", "inherit"],
      // As a terminal gives to each command.
      detached: true,
    });
    lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]();
    programPid = await waitForPid();
  });
  afterEach(() => {
    // If a test failed, both may live on, and the open pipe would keep this process from ending.
    sendSignal(-(run.pid ?? assert.fail("it was not started")), "SIGKILL");
    run.stdout.destroy();
    rmSync(folder, { recursive: true });
  });

  async function waitForPid(): Promise<number> {
    for (;;) {
      const line = (await lines.next()).value ?? assert.fail("it ended");
      const pid = /^running as (\d+)$/.exec(line)?.[1];
      if (pid !== undefined) return Number(pid);
    }
  }

  /** All that it still says. The pipe is open for as long as it lives. */
  async function saidUntilItsEnd(): Promise<string[]> {
    const said: string[] = [];
    for await (const line of { [Symbol.asyncIterator]: () => lines }) said.push(line);
    return said;
  }

  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    it(`gets a ${signal} that was meant for run.mjs alone, and decides the exit code`, async () => {
      const ended = once(run, "exit");
      run.kill(signal);
      assert.deepEqual(await saidUntilItsEnd(), [signal]);
      assert.deepEqual(await ended, [3, null]);
    });
  }

  it("gets a terminal's Ctrl-C, which is for the whole group, just once, and decides the exit code", async () => {
    const ended = once(run, "exit");
    sendSignal(-(run.pid ?? 0), "SIGINT");
    assert.deepEqual(await saidUntilItsEnd(), ["SIGINT"]);
    assert.deepEqual(await ended, [3, null]);
  });

  it("gives the exit code 128 and its number if a signal ends it", async () => {
    const ended = once(run, "exit");
    sendSignal(programPid, "SIGKILL");
    assert.deepEqual(await ended, [137, null]);
  });
});
