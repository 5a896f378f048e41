import assert from "node:assert/strict";
import { it } from "node:test";
import { singleFlight } from "./single-flight.ts";

it("serves all waiting callers with one read, and none with a read that began before it asked", async () => {
  const reads: PromiseWithResolvers<number>[] = [];
  const read = singleFlight(() => {
    const next = Promise.withResolvers<number>();
    reads.push(next);
    return next.promise;
  });
  const [a, b] = [read(), read()];
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(reads.length, 1);
  const [c, d] = [read(), read()];
  reads[0]?.resolve(1);
  assert.deepEqual(await Promise.all([a, b]), [1, 1]);
  await new Promise(setImmediate);
  assert.equal(reads.length, 2);
  reads[1]?.reject(new Error("down"));
  await assert.rejects(c, /down/);
  await assert.rejects(d, /down/);
  // After a failure the next caller starts a new read.
  const e = read();
  await new Promise(setImmediate);
  reads[2]?.resolve(3);
  assert.equal(await e, 3);
});
