import assert from "node:assert/strict";
import { it } from "node:test";
import { BaseError, encodeErrorResult, type Hex, parseAbi } from "viem";
import { decodeRevertReason, findRevertData } from "./revert-reason.ts";

const abi = parseAbi(["error Error(string)", "error Panic(uint256)", "error Custom()"]);
const bytes = encodeErrorResult({ abi, errorName: "Error", args: ["Agent not active"] });

function withData(data: unknown): BaseError {
  const cause = Object.assign(new BaseError("the node's error"), { data });
  return new BaseError("what viem throws", { cause });
}

it("revert data is found behind other errors, plain or nested in an object", () => {
  assert.equal(findRevertData(withData(bytes)), bytes);
  assert.equal(findRevertData(withData({ message: "reverted", data: bytes })), bytes);
});

it("an error without revert data has none, whatever else it carries", () => {
  for (const error of [
    withData(undefined),
    withData("reverted"),
    withData(null),
    withData({}),
    new Error("no"),
    "no",
  ])
    assert.equal(findRevertData(error), undefined);
});

it("of several causes the outermost that has revert data counts", () => {
  const inner = Object.assign(new BaseError("inner"), { data: "0x1234" });
  const outer = Object.assign(new BaseError("outer", { cause: inner }), { data: bytes });
  assert.equal(findRevertData(new BaseError("viem", { cause: outer })), bytes);
});

const cases: [what: string, data: Hex, reason: string | undefined][] = [
  ["a require's text", bytes, "Agent not active"],
  ["a panic", encodeErrorResult({ abi, errorName: "Panic", args: [17n] }), "panic 17"],
  ["a custom error", encodeErrorResult({ abi, errorName: "Custom" }), undefined],
  ["no bytes", "0x", undefined],
];
for (const [what, data, reason] of cases) {
  it(`the reason of ${what} is ${reason}`, () => assert.equal(decodeRevertReason(data), reason));
}
