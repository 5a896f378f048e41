import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { before, test } from "node:test";
import { runHere } from "../testing/run-cli.ts";

let script = "";
before(async () => {
  ({ stdout: script } = await runHere(["completion", "bash"], { cwd: tmpdir() }));
});

/** What bash offers for the last of the words, by its own completion. */
function complete(...words: string[]): string[] {
  const typed = ["agent-registry", ...words];
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_registry; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const result = spawnSync("bash", ["--norc", "-c", `${script}\n${ask}`, "bash", ...typed], {
    encoding: "utf8",
  });
  assert.equal(result.stderr, "");
  return result.stdout.split("\n").filter((word) => word !== "");
}

test("bash completes commands", () => {
  assert.deepEqual(
    complete("re"),
    [
      "register",
      "revenue",
      "relay",
      "regulator",
      "receipt",
      "revoke",
      "reactivate",
      "release",
      "replace-wallet",
    ].sort(byHelp),
  );
  assert.deepEqual(complete("--rpc-url", "base", "hand"), ["handover"]);
});

test("bash completes the options of the command and those of all commands", () => {
  assert.deepEqual(complete("handover", "7", "--"), complete("handover", "--"));
  assert.deepEqual(complete("handover", "--ca"), ["--cancel"]);
  assert.deepEqual(complete("handover", "--key"), ["--key-file"]);
  assert.deepEqual(complete("keygen", "--ca"), []);
});

test("bash completes the values that an option allows, and leaves files to the shell", () => {
  assert.deepEqual(complete("agents", "--status", "S"), ["Suspended"]);
  assert.deepEqual(complete("register", "--key-file", ""), []);
  assert.deepEqual(complete("completion", ""), ["bash", "zsh", "fish"]);
});

test("every shell's script names every command of the help", async () => {
  const { stdout: help } = await runHere(["--help"], { cwd: tmpdir() });
  const names = [...help.matchAll(/^ {2}([a-z][a-z-]+) /gm)].map(([, name]) => name);
  assert.ok(names.length > 25, help);
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await runHere(["completion", shell], { cwd: tmpdir() });
    for (const name of names) assert.match(stdout, new RegExp(`\\b${name}\\b`), `${shell}: ${name}`);
  }
});

/** In the order of the help. */
function byHelp(a: string, b: string): number {
  return script.indexOf(` ${a} `) - script.indexOf(` ${b} `);
}
