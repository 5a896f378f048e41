import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants } from "node:os";
import { describe, it } from "node:test";
import { lowerPriority } from "./lower-priority.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

describe("a process that lets others go first", () => {
  it("has the priority that it asked for, and never raises its own", () => {
    const program = `
      import { getPriority } from "node:os";
      import { lowerPriority } from ${JSON.stringify(new URL("./lower-priority.ts", import.meta.url))};
      for (const priority of [${PRIORITY_LOW}, ${PRIORITY_BELOW_NORMAL}]) lowerPriority(priority);
      process.stdout.write(String(getPriority()));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      encoding: "utf8",
    });
    assert.equal(said, String(PRIORITY_LOW));
  });

  it("goes on where the system forbids it", () => {
    const refuse = () => {
      throw Object.assign(new Error("uv_os_setpriority returned EPERM"), { code: "ERR_SYSTEM_ERROR" });
    };
    assert.doesNotThrow(() => lowerPriority(PRIORITY_LOW, { get: () => 0, set: refuse }));
    assert.doesNotThrow(() => lowerPriority(PRIORITY_LOW, { get: refuse, set: refuse }));
  });
});
