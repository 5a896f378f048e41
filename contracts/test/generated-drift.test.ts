import assert from "node:assert/strict";
import { it } from "node:test";
import { findDrift } from "../scripts/render-generated.ts";

it("the generated files match the contracts; if not, run `npm run export-abi`", async () => {
  assert.deepEqual(await findDrift(), []);
});
