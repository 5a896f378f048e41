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

  it("holds a /56 to four times the limit and a /48 to sixteen times, however many addresses they have", () => {
    const { limiter } = setUp({ limitPerMinute: 10 });
    const countAllowed = (networks: string[]) =>
      networks.filter((network) => limiter.take(network).isAllowed).length;
    const hex = (numbers: number[]) => numbers.map((number) => number.toString(16));
    const inOne56 = hex(Array.from({ length: 100 }, (_, i) => i)).map((n) => `2001:db8:1:${n}::/64`);
    assert.equal(countAllowed(inOne56), 40);
    const inOne48 = hex(Array.from({ length: 200 }, (_, i) => 0x100 * (i + 1))).map(
      (n) => `2001:db8:1:${n}::/64`,
    );
    // The 40 from above are requests of the same /48.
    assert.equal(countAllowed(inOne48), 120);
    assert.equal(limiter.take("2001:db8:2:0::/64").isAllowed, true);
  });

  it("lets no address use up the network of its neighbours", () => {
    const { limiter } = setUp({ limitPerMinute: 10 });
    for (let number = 0; number < 500; number += 1) limiter.take("2001:db8:1:1::/64");
    assert.deepEqual(limiter.take("2001:db8:1:2::/64"), { isAllowed: true, remaining: 9, endsAtMs: 65_000 });
  });
});
