import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readError, runHere, startCli } from "../testing/run-cli.ts";

const root = mkdtempSync(path.join(tmpdir(), "key-file-"));
after(() => rmSync(root, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(root, "case-"));

test("keygen makes the file's folder, readable by its owner only, and none above it", async () => {
  const cwd = newFolder();
  const near = path.join(cwd, "keys", "scout.key");
  assert.equal((await runHere(["keygen", near], { cwd })).code, 0);
  assert.equal(statSync(path.dirname(near)).mode & 0o777, 0o700);
  const far = path.join(cwd, "some", "where", "scout.key");
  const { code, stderr } = await runHere(["keygen", far], { cwd });
  assert.equal(code, 1);
  assert.match(stderr, /could not be written to .*scout\.key \(ENOENT\): make the folder .*where first/);
  assert.equal(existsSync(path.join(cwd, "some")), false);
});

test("keygen says if a key lies where git would take it", async () => {
  const cwd = newFolder();
  const file = path.join(cwd, "keys", "scout.key");
  assert.equal((await runHere(["keygen", file], { cwd })).stderr, "");
  mkdirSync(path.join(cwd, ".git"));
  const { code, stderr } = await runHere(["keygen", `${file}.2`], { cwd });
  assert.equal(code, 0);
  assert.match(stderr, new RegExp(`scout\\.key\\.2 lies in the git repository ${cwd}: never commit it`));
});

test("keygen ends if the folder cannot be made", { timeout: 60_000 }, async (test) => {
  const keygen = startCli(["keygen", "/proc/x/y"], { cwd: newFolder(), test });
  assert.equal(await keygen.exit, 1);
  assert.match(readError(keygen.stderr()).error, /could not be written to \/proc\/x\/y/);
});

for (const mode of [0o755, 0o700]) {
  test(`a key file that is a folder (${mode.toString(8)}) is reported as a folder`, async () => {
    const cwd = newFolder();
    const folder = path.join(cwd, "keys");
    mkdirSync(folder);
    chmodSync(folder, mode);
    const { code, stderr } = await runHere(["attest", "--key-file", folder], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /keys is a folder: name the file in it/);
  });
}

test("a key file that cannot be read is an error that says why, named by a flag or by default", async () => {
  const cwd = newFolder();
  const usual = path.join(cwd, ".agent-registry", "agent.key");
  mkdirSync(path.dirname(usual));
  // A link to itself: root could read a file that is merely forbidden.
  symlinkSync(usual, usual);
  for (const flags of [["--key-file", usual], []]) {
    const { code, stderr } = await runHere(["attest", "--json", ...flags], { cwd });
    assert.equal(code, 1);
    const { error, reason } = readError(stderr);
    assert.match(error, /agent\.key cannot be read \(ELOOP\): check the path/);
    assert.equal(reason, "missing-key");
  }
});
