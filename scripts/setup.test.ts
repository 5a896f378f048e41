import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { isAtLeast, withoutNpmSettings } from "./setup.mjs";
import { installOldestNode, NODE_PACKAGE } from "./testing/oldest-node.ts";

/** Stands in for npm: notes that it was called, and does what the test wants. As a new Node it brings ours. */
const NPM_STUB = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
const args = process.argv.slice(2).join(" ");
appendFileSync("npm-calls.txt", args + "\\n");
while (process.env.STUB_WAITS && !existsSync("go-on")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
if (process.env.STUB_FAILS) { console.error(process.env.STUB_FAILS); process.exit(1); }
mkdirSync("node_modules", { recursive: true });
if (readFileSync("package.json", "utf8").includes("${NODE_PACKAGE}")) {
  mkdirSync("node_modules/${NODE_PACKAGE}/bin", { recursive: true });
  symlinkSync(${JSON.stringify(process.execPath)}, "node_modules/${NODE_PACKAGE}/bin/node");
}
`;

/** A program of ours, in the language that an old Node does not speak. */
const PROGRAM =
  'const a: number = 5; console.log("ran with", process.argv[2], "on", process.versions.node); process.exit(a);';

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
    writeFileSync(path.join(folder, "program.ts"), PROGRAM);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function run(env: Record<string, string> = {}, node = process.execPath, flags: string[] = []) {
    return spawnSync(node, ["scripts/run.mjs", ...flags, "program.ts", "an argument"], {
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

  it("shows that npm is still at work, and no longer once it is done", { timeout: 60_000 }, async () => {
    const child = spawn(process.execPath, ["scripts/run.mjs", "program.ts"], {
      cwd: folder,
      env: { PATH: process.env.PATH, npm_execpath: path.join(folder, "npm-stub.js"), STUB_WAITS: "1" },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (/npm is at work, \d+ s so far/.test(output)) writeFileSync(path.join(folder, "go-on"), "");
    });
    // The pipe closes when all that write to it have ended.
    const [code] = await once(child, "close");
    assert.equal(code, 5, output);
    assert.match(output, /npm is at work[\s\S]*Dependencies installed in \d+ s[\s\S]*ran with/);
  });

  it("hands flags in front of the program to Node", () => {
    writeFileSync(path.join(folder, "program.ts"), 'console.log("flags", ...process.execArgv);');
    const { stdout } = run({}, process.execPath, ["--max-semi-space-size=8", "--no-warnings"]);
    assert.match(stdout, /^flags --max-semi-space-size=8 --no-warnings$/m);
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

  it("leaves alone what npm has installed from the same lock file, since services may run from it", () => {
    const first = { version: "1.0.0", integrity: "sha512-AAAA" };
    const ofAnotherSystem = { version: "1.0.0", optional: true };
    const write = (file: string, packages: object) =>
      writeFileSync(path.join(folder, file), JSON.stringify({ packages }));
    mkdirSync(path.join(folder, "node_modules"));
    write("package-lock.json", { "": {}, "node_modules/a": first, "node_modules/b": ofAnotherSystem });
    write("node_modules/.package-lock.json", { "node_modules/a": first });
    assert.equal(run().status, 5);
    assert.ok(!existsSync(path.join(folder, "npm-calls.txt")));

    rmSync(path.join(folder, "node_modules/.agent-registry-set-up"));
    write("node_modules/.package-lock.json", { "node_modules/a": { ...first, integrity: "sha512-BBBB" } });
    run();
    assert.deepEqual(npmCalls(), ["ci --no-audit --no-fund"]);
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

  describe("on the oldest Node that it promises to start from", () => {
    let oldNode: string;
    let removeOldNode: () => void;
    before(() => {
      ({ nodePath: oldNode, remove: removeOldNode } = installOldestNode());
    });
    after(() => removeOldNode?.());

    it("brings in a newer one and runs everything with that", () => {
      const { stdout, status } = run({}, oldNode);
      assert.match(stdout, /This is Node 18\.\d+\.\d+; bringing in Node 24\./);
      assert.match(stdout, new RegExp(`ran with an argument on ${process.versions.node}`));
      assert.equal(status, 5);
      assert.ok(existsSync(path.join(folder, ".runtime", "node_modules", NODE_PACKAGE)));
      assert.deepEqual(npmCalls(), ["ci --no-audit --no-fund"], "the newer Node belongs to its own folder");
    });

    it("refuses a Node that is not the one it pins", () => {
      const setUp = path.join(folder, "scripts/setup.mjs");
      const pinned = readFileSync(setUp, "utf8");
      writeFileSync(setUp, pinned.replaceAll(/"sha512-.{8}/g, '"sha512-AAAAAAAA'));
      const { stdout, stderr, status } = run(
        { ...(withoutNpmSettings(process.env) as Record<string, string>), npm_execpath: "" },
        oldNode,
      );
      assert.match(stderr, /EINTEGRITY/);
      assert.match(stderr, /Could not bring in Node 24.* pins by checksum\. Nothing of it was run\./);
      assert.doesNotMatch(stdout, /ran with/);
      assert.equal(status, 1);
    });

    it("lets the command line say what it needs, and then use what set-up brought", () => {
      const command = "packages/cli/bin/agent-registry.mjs";
      const main = 'export const main = async () => console.log("ours on", process.versions.node);';
      for (const part of ["bin", "src"])
        mkdirSync(path.join(folder, "packages/cli", part), { recursive: true });
      cpSync(path.join(import.meta.dirname, "..", command), path.join(folder, command));
      writeFileSync(path.join(folder, "packages/cli/src/main.ts"), main);
      const runCommand = () => spawnSync(oldNode, [command], { cwd: folder, encoding: "utf8" });

      const refused = runCommand();
      assert.match(refused.stderr, /^This needs Node 22\.18 or newer; this is 18\..* Run `npm start` once/);
      assert.equal(refused.status, 1);
      run({}, oldNode);
      const { stdout, status } = runCommand();
      assert.equal(stdout, `ours on ${process.versions.node}\n`);
      assert.equal(status, 0);
    });
  });
});

it("knows which Node is new enough", () => {
  assert.ok(isAtLeast("22.18.0", "22.18.0"));
  assert.ok(isAtLeast("24.0.0", "22.18.0"));
  assert.ok(!isAtLeast("22.17.9", "22.18.0"));
  assert.ok(!isAtLeast("20.20.2", "22.18.0"));
});
