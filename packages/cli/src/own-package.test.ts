import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { COMMAND } from "./own-package.ts";

test("only one file decides how a sentence names a command", () => {
  const files = globSync("**/!(*.test).ts", { cwd: import.meta.dirname });
  assert.ok(files.length > 50);
  const naming = files.filter((file) =>
    readFileSync(path.join(import.meta.dirname, file), "utf8").includes(COMMAND),
  );
  assert.deepEqual(naming, ["own-package.ts"]);
});
