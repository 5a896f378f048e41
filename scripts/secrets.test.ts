import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { DOCUMENTS, readBlocks } from "./testing/read-blocks.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Of its own, so that it does not matter whether the project was cloned or unpacked, nor what else is ignored here. */
const gitDir = mkdtempSync(path.join(tmpdir(), "secrets-"));
after(() => rmSync(gitDir, { recursive: true, force: true }));

function git(args: string[], input = ""): string {
  const where = [`--git-dir=${gitDir}`, `--work-tree=${ROOT}`, "-c", "core.excludesFile=/dev/null"];
  return spawnSync("git", [...where, ...args], { cwd: ROOT, input, encoding: "utf8" }).stdout;
}

/** Which of these paths git leaves alone. */
function findIgnored(paths: string[]): string[] {
  git(["init", "--quiet"]);
  const ignored = git(["check-ignore", "--no-index", "--stdin"], paths.join("\n"));
  return ignored.split("\n").filter((line) => line !== "");
}

describe("keys, backups and dumps", () => {
  it("are never committed", () => {
    const secrets = [
      "keys/relayer.key",
      "keys/password",
      "liable.key",
      "docs/me.key",
      "agent.keystore",
      "UTC--2026-01-31T09-00-00.000000000Z--70997970c51812dc3a010c7d01b50e0d17dc79c8",
      "backups/relayer.sqlite",
      "relayer.sqlite",
      "relayer.sqlite-wal",
      "registry.dump",
      "registry.sql.gz",
      ".env",
    ];
    assert.deepEqual(findIgnored(secrets), secrets);
  });

  it("are all that is left out: sources of the same name are committed", () => {
    const sources = [
      "packages/cli/src/settings/key-file.ts",
      "packages/protocol/src/keystore/keystore-file.ts",
      "apps/api/src/keys/key.ts",
      "apps/relayer/src/ledger/migrations.ts",
      "apps/relayer/src/ledger/0001.sql",
    ];
    assert.deepEqual(findIgnored(sources), []);
  });
});

describe("the documents", () => {
  it("put no key into the folder of the project", () => {
    const commands = DOCUMENTS.flatMap((document) =>
      readBlocks(document)
        .filter(({ language }) => language !== "ts")
        .flatMap(({ text }) => text.split("\n").map((line) => ({ document, line }))),
    );
    const named = /\bkeygen +(?<made>[^-#\s][^\s)]*)|-key-file[ =](?<read>\S+)|cat (?<shown>\S+\.key)\b/g;
    const paths = commands.flatMap(({ document, line }) =>
      [...line.matchAll(named)].map(({ groups = {} }) => ({
        document,
        file: groups.made ?? groups.read ?? groups.shown ?? "",
      })),
    );
    assert.ok(paths.length > 15, "the commands with keys are not found");
    assert.deepEqual(
      paths.filter(({ file }) => !file.startsWith("~/.agent-registry/")),
      [],
    );
  });
});
