import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RegistryError, type RegistryErrorReason } from "@agent-registry/sdk";
import { createConsole } from "./console.ts";
import { PartlyDoneError } from "./errors.ts";

const failure = (reason: RegistryErrorReason) =>
  new RegistryError({ reason, message: "It failed.", requestId: "made-1" });

function capture(write: (console: ReturnType<typeof createConsole>) => void, ...args: string[]): string {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), on: () => undefined };
  const process = { argv: ["node", "cli", ...args], env: {}, exitCode: 0, stdout: output, stderr: output };
  write(createConsole({ process }));
  return written.join("");
}

const fail = (error: unknown, ...args: string[]) => capture((console) => console.fail(error), ...args);

it("invisible characters of a stranger's text are escapes in JSON, and written out elsewhere", () => {
  const json = { scope: "\u202Egnp.exe" };
  assert.equal(
    capture((console) => console.print({ json, lines: [] }), "--json"),
    '{"scope":"\\u202egnp.exe"}\n',
  );
  assert.equal(fail(new Error("no \u202Egnp.exe")), "Error: no ⟨U+202E⟩gnp.exe\n");
  assert.match(fail(new Error("no \u202Egnp.exe"), "--json"), /"no \\u202egnp\.exe"/);
});

describe("an error of the command line", () => {
  it("names the request to tell an operator about, if a service failed", () => {
    assert.equal(
      fail(failure("api-failed")),
      "Error: It failed.\nIf it stays so, tell the service's operator this request id: made-1\n",
    );
    const partly = new PartlyDoneError({ message: "Half.", done: {}, cause: failure("relayer-failed") });
    assert.match(fail(partly), /request id: made-1\n$/);
  });

  it("names none if there is nothing that an operator could do", () => {
    assert.equal(fail(failure("agent-not-found")), "Error: It failed.\n");
    assert.equal(fail(new Error("Broken.")), "Error: Broken.\n");
  });

  it("has the request's id in JSON whatever failed", () => {
    for (const reason of ["api-failed", "agent-not-found"] as const)
      assert.deepEqual(JSON.parse(fail(failure(reason), "--json")), {
        error: "It failed.",
        reason,
        requestId: "made-1",
      });
  });
});
