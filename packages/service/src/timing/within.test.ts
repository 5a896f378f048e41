import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { within } from "./within.ts";

describe("within", () => {
  it("gives what the work gives, or its failure", async () => {
    assert.equal(await within(60_000, async () => 7), 7);
    await assert.rejects(
      within(60_000, async () => {
        throw new Error("no");
      }),
      { message: "no" },
    );
  });

  it("fails when the work does not end", () =>
    assert.rejects(
      within(1, () => new Promise(() => {})),
      { message: "Not done within 1 ms" },
    ));
});
