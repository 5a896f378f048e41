import assert from "node:assert/strict";
import { it } from "node:test";
import { findDrift } from "../scripts/render-generated.ts";

it("has generated files that match the contracts; else run `npm run export-abi`", async () => {
  assert.deepEqual(await findDrift(), []);
});
