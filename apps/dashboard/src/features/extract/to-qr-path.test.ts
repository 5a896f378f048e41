import assert from "node:assert/strict";
import test from "node:test";
import { readQrPath } from "./testing/read-qr-path.ts";
import { toQrPath } from "./to-qr-path.ts";

test("a telephone reads the address from the printed code", () => {
  for (const address of [
    "https://register.example/agents/7?block=50543793",
    `https://${"long.".repeat(30)}example/agents/123456789012345?block=123456789012345`,
  ])
    assert.equal(readQrPath(toQrPath(address)), address);
});
