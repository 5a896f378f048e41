import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { COMPILE_HINT, hintCompile } from "./hint-compile.ts";

test("large scripts get the hint once; small ones and styles stay as they are", () => {
  const dir = mkdtempSync(join(tmpdir(), "agent-registry-hint-"));
  try {
    const large = `push(${"f(),".repeat(10_000)}0)`;
    writeFileSync(join(dir, "large.js"), large);
    writeFileSync(join(dir, "small.js"), "f()");
    writeFileSync(join(dir, "large.css"), large);
    hintCompile(dir);
    hintCompile(dir);
    assert.equal(readFileSync(join(dir, "large.js"), "utf8"), COMPILE_HINT + large);
    assert.equal(readFileSync(join(dir, "small.js"), "utf8"), "f()");
    assert.equal(readFileSync(join(dir, "large.css"), "utf8"), large);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
