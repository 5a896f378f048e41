import assert from "node:assert/strict";
import { it } from "node:test";
import { toTraceHeaders } from "./to-trace-headers.ts";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

it("passes on by what a visit is named", () => {
  const visit = new Headers({ traceparent, "x-request-id": "visit-1", cookie: "secret=1" });
  assert.deepEqual(toTraceHeaders(visit), { traceparent, "X-Request-Id": "visit-1" });
});

it("passes on nothing that is no name, so that the API makes one", () => {
  assert.deepEqual(toTraceHeaders(new Headers({ traceparent: "00-1-2-3", "x-request-id": "a b" })), {});
  assert.deepEqual(toTraceHeaders(new Headers()), {});
});
