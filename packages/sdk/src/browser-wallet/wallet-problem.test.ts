import assert from "node:assert/strict";
import { it } from "node:test";
import { encodeErrorResult } from "viem";
import { toWalletProblem } from "./wallet-problem.ts";

const revert = encodeErrorResult({
  abi: [{ type: "error", name: "Error", inputs: [{ name: "", type: "string" }] }],
  errorName: "Error",
  args: ["Agent not active"],
});

function summarize(error: unknown): string {
  const { kind, message } = toWalletProblem(error);
  return `${kind}: ${message}`;
}

it("the codes of EIP-1193 and of wallets are told apart, at whatever depth they lie", () => {
  assert.equal(summarize({ code: 4001, message: "User rejected" }), "rejected: User rejected");
  assert.equal(
    summarize({ code: -32_603, data: { originalError: { code: 4001 } } }),
    "rejected: The wallet gave no reason",
  );
  assert.equal(summarize({ code: -32_002, message: "Already pending" }), "busy: Already pending");
  assert.equal(
    summarize({ code: -32_603, data: { originalError: { code: 4902 } } }).split(":")[0],
    "unknown-chain",
  );
  assert.equal(summarize(new Error("insufficient funds for gas * price")).split(":")[0], "no-funds");
  assert.equal(summarize(undefined), "failed: The wallet gave no reason");
});

it("the contract's reason is found in a node's data, however a wallet wraps it, or in its message", () => {
  for (const error of [
    { code: 3, message: "execution reverted", data: revert },
    { code: -32_603, message: "Internal error", data: { code: 3, message: "reverted", data: revert } },
    { code: -32_603, message: "Internal error", data: { originalError: { data: revert } } },
    { message: "VM Exception: reverted with reason string 'Agent not active'" },
    { message: "execution reverted: Agent not active" },
  ])
    assert.equal(summarize(error), "reverted: Agent not active");
});

it("a wallet's text is cut before it fills the page", () => {
  assert.equal(toWalletProblem({ message: "x".repeat(5_000) }).message.length, 300);
});
