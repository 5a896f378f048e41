import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { explainFileError, lockFolder } from "./folder.ts";
import { StackError } from "./stack.ts";

describe("explainFileError", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-files-"));
  after(() => rmSync(folder, { recursive: true }));

  function failToLock(directory: string): unknown {
    try {
      lockFolder(directory);
    } catch (error) {
      return explainFileError(error);
    }
    return assert.fail("it was locked");
  }

  it("says in a sentence what is wrong with the stack's folder, and names the way out", () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    const lockIsFolder = path.join(folder, "odd");
    mkdirSync(path.join(lockIsFolder, "lock"), { recursive: true });
    for (const directory of [file, path.join(file, "below"), lockIsFolder]) {
      const problem = failToLock(directory);
      assert.ok(problem instanceof StackError, directory);
      assert.match(problem.message, /^The folder for the register's files cannot be used: .*STACK_DIR/s);
    }
  });

  it("knows a full disk, although the system names no file then", () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    assert.ok(explainFileError(full) instanceof StackError);
  });

  it("leaves every other error as it is", () => {
    const others = [new StackError("no"), new TypeError("a fault of ours"), "text", undefined];
    const noFile = Object.assign(new Error("listen EACCES"), { code: "EACCES", port: 80 });
    for (const error of [...others, noFile]) assert.equal(explainFileError(error), error);
  });
});
