import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { it } from "node:test";
import { openApiDocument } from "./openapi.ts";

it("the committed openapi.json is what the code says", async () => {
  const file = new URL("../openapi.json", import.meta.url);
  const committed = JSON.parse(await readFile(file, "utf8"));
  const hint = "run: npm run openapi";
  assert.deepEqual(committed, JSON.parse(JSON.stringify(openApiDocument)), hint);
});
