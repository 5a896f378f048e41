import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, toRetryDelayMs } from "./api-error.ts";

test("the next try waits as long as the API asks, or a whole minute if it does not say", () => {
  assert.equal(toRetryDelayMs(new ApiError("rate-limited", "", { retryAfterMs: 12_000 })), 12_000);
  assert.equal(toRetryDelayMs(new ApiError("rate-limited", "")), 60_000);
});

test("a fault is tried again, but not an error that would stay the same", () => {
  for (const kind of ["unreachable", "failed", "unexpected"] as const)
    assert.equal(toRetryDelayMs(new ApiError(kind, "")), 10_000);
  for (const kind of ["not-found", "invalid", "inexact"] as const)
    assert.equal(toRetryDelayMs(new ApiError(kind, "")), null);
});
