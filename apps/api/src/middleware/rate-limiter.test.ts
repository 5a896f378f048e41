import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRateLimiter } from "./rate-limiter.ts";

function setUp(options: { limitPerMinute: number; maxAddresses?: number }) {
  const time = { nowMs: 5_000 };
  return { time, limiter: createRateLimiter({ clock: { now: () => time.nowMs }, ...options }) };
}

describe("rate limiter", () => {
  it("allows as many requests as the limit and refuses the next, by address", () => {
    const { limiter } = setUp({ limitPerMinute: 2 });
    assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 1, endsAtMs: 65_000 });
    assert.equal(limiter.take("a").remaining, 0);
    assert.deepEqual(limiter.take("a"), { isAllowed: false, remaining: 0, endsAtMs: 65_000 });
    assert.equal(limiter.take("b").isAllowed, true);
  });

  it("begins anew a minute after the first request, however many came since", () => {
    const { time, limiter } = setUp({ limitPerMinute: 1 });
    limiter.take("a");
    time.nowMs += 59_999;
    assert.equal(limiter.take("a").isAllowed, false);
    time.nowMs += 1;
    assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 0, endsAtMs: 125_000 });
  });

  it("keeps a bounded number of addresses, forgetting the oldest", () => {
    const { limiter } = setUp({ limitPerMinute: 1, maxAddresses: 100 });
    for (let number = 0; number < 10_000; number += 1) {
      limiter.take(`address ${number}`);
      assert.ok(limiter.size() <= 100);
    }
    assert.equal(limiter.take("address 9999").isAllowed, false);
    assert.equal(limiter.take("address 9960").isAllowed, false);
  });

  it("keeps a window to its end, however many others begin meanwhile", () => {
    const { time, limiter } = setUp({ limitPerMinute: 1 });
    time.nowMs += 59_000;
    limiter.take("a");
    for (let second = 0; second < 59; second += 1) {
      time.nowMs += 1_000;
      limiter.take(`other ${second}`);
      assert.equal(limiter.take("a").isAllowed, false);
    }
    time.nowMs += 1_000;
    assert.equal(limiter.take("a").isAllowed, true);
  });

  it("forgets windows that have ended", () => {
    const { time, limiter } = setUp({ limitPerMinute: 1 });
    for (let number = 0; number < 1_000; number += 1) limiter.take(`address ${number}`);
    for (let minute = 0; minute < 2; minute += 1) {
      time.nowMs += 60_000;
      limiter.take("another");
    }
    assert.equal(limiter.size(), 2);
  });
});
