import assert from "node:assert/strict";

/** What a schema reads of an answer. That must be all of it: a key too many is a fault, at whatever depth it is. */
export function parseExactly<T>(schema: { parse(value: unknown): T }, value: unknown): T {
  const parsed = schema.parse(value);
  assert.deepEqual(parsed, value);
  return parsed;
}
