import assert from "node:assert/strict";
import { it } from "node:test";
import { createRepeat } from "./loop.ts";

it("a task is done again and again; stopping waits for the one under way, and for no pause", async () => {
  const third = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let count = 0;
  const repeat = createRepeat({
    pauseMs: 1,
    async task() {
      count += 1;
      if (count < 3) return;
      third.resolve();
      await release.promise;
    },
  });
  repeat.start();
  repeat.start();
  await third.promise;
  let isStopped = false;
  const stopped = repeat.stop().then(() => {
    isStopped = true;
  });
  await Promise.resolve();
  assert.equal(isStopped, false);
  release.resolve();
  await stopped;
  assert.equal(count, 3);

  let long = 0;
  const first = Promise.withResolvers<void>();
  const seldom = createRepeat({
    pauseMs: 3_600_000,
    async task() {
      long += 1;
      first.resolve();
    },
  });
  seldom.start();
  await first.promise;
  await seldom.stop();
  assert.equal(long, 1);
});
