import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { lockFolder } from "./folder.ts";

/** A process of its own that takes the folder, says so, and keeps it. */
const HOLDER = `
import { lockFolder } from ${JSON.stringify(new URL("./folder.ts", import.meta.url))};
const lock = lockFolder(process.argv[1]);
console.log("taken");
setInterval(() => lock, 1_000);
`;

describe("the lock of a stack's folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "agent-registry-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("refuses a second stack, naming the way out, until the first has ended, even if it was killed", async () => {
    const holder = spawn(process.execPath, ["--input-type=module", "--eval", HOLDER, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(holder.stdout, "data");
      assert.throws(() => lockFolder(folder), {
        name: "StackError",
        message: new RegExp(`^Another register is running in ${folder}, .* set STACK_DIR to another folder`),
      });
    } finally {
      const ended = once(holder, "exit");
      holder.kill("SIGKILL");
      await ended;
    }
    lockFolder(folder).release();
  });

  it("makes the folder if there is none, and locks no other folder", () => {
    const first = lockFolder(path.join(folder, "new", "first"));
    const second = lockFolder(path.join(folder, "second"));
    first.release();
    second.release();
  });
});
