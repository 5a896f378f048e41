import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { isAtLeast } from "./setup.mjs";

/** Stands in for npm: notes that it was called, and does what the test wants. */
const NPM_STUB = `
import { appendFileSync, mkdirSync } from "node:fs";
appendFileSync("npm-calls.txt", process.argv.slice(2).join(" ") + "\\n");
if (process.env.STUB_FAILS) { console.error(process.env.STUB_FAILS); process.exit(1); }
mkdirSync("node_modules", { recursive: true });
`;

describe("set-up", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-set-up-"));
    mkdirSync(path.join(folder, "scripts"));
    for (const file of ["run.mjs", "setup.mjs"]) {
      cpSync(path.join(import.meta.dirname, file), path.join(folder, "scripts", file));
    }
    writeFileSync(path.join(folder, "package-lock.json"), "{}");
    writeFileSync(path.join(folder, "npm-stub.js"), NPM_STUB);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(
      path.join(folder, "program.ts"),
      'const a: number = 5; console.log("ran with", process.argv[2]); process.exit(a);',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function run(env: Record<string, string> = {}) {
    return spawnSync(process.execPath, ["scripts/run.mjs", "program.ts", "an argument"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, npm_execpath: path.join(folder, "npm-stub.js"), ...env },
    });
  }
  const npmCalls = () => readFileSync(path.join(folder, "npm-calls.txt"), "utf8").trim().split("\n");

  it("installs, says so, and hands over arguments and exit code", () => {
    const { stdout, status } = run();
    assert.match(stdout, /Installing dependencies/);
    assert.match(stdout, /ran with an argument/);
    assert.equal(status, 5);
  });

  it("does not install again when nothing changed, and does when the lock file did", () => {
    run();
    const second = run();
    assert.doesNotMatch(second.stdout, /Installing/);
    assert.equal(npmCalls().length, 1);
    writeFileSync(path.join(folder, "package-lock.json"), '{ "changed": true }');
    run();
    assert.equal(npmCalls().length, 2);
  });

  it("starts over after an install that failed, and tells what to do without a network", () => {
    const failed = run({ STUB_FAILS: "npm error code ENOTFOUND" });
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /Could not install the dependencies\. npm cannot reach its package registry/);
    assert.doesNotMatch(failed.stdout, /ran with/);
    assert.equal(run().status, 5);
  });

  it("says that npm is missing", () => {
    mkdirSync(path.join(folder, "empty"));
    const { stderr, status } = run({ npm_execpath: "", PATH: path.join(folder, "empty") });
    assert.equal(status, 1);
    assert.match(stderr, /npm was not found/);
    assert.ok(!existsSync(path.join(folder, "npm-calls.txt")));
  });
});

it("knows which Node is new enough", () => {
  assert.ok(isAtLeast("22.18.0", "22.18.0"));
  assert.ok(isAtLeast("24.0.0", "22.18.0"));
  assert.ok(!isAtLeast("22.17.9", "22.18.0"));
  assert.ok(!isAtLeast("20.20.2", "22.18.0"));
});
