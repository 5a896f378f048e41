import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createRateLimiter, type WindowCount } from "./rate-limiter.ts";

function setUp(options: { limitPerMinute: number; maxAddresses?: number; isShared?: boolean }) {
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

describe("a shared rate limiter", () => {
  /** Exchanges with processes that counted `others` requests of each address; returns what was reported. */
  async function exchange(limiter: ReturnType<typeof createRateLimiter>, others = 0, endsInMs = 60_000) {
    const reported: WindowCount[] = [];
    await limiter.exchange(async (counts) => {
      reported.push(...counts);
      return counts.map(({ key, count }) => ({ key, count: count + others, endsInMs }));
    });
    return reported;
  }
  const takeMany = (limiter: ReturnType<typeof createRateLimiter>, address: string, times: number) => {
    for (let i = 0; i < times; i += 1) limiter.take(address);
  };

  it("goes on from what all processes have counted, in their common window", async () => {
    const { time, limiter } = setUp({ limitPerMinute: 10, isShared: true });
    takeMany(limiter, "a", 3);
    time.nowMs += 2_000;
    assert.deepEqual(await exchange(limiter, 6, 40_000), [{ key: "a", count: 3, endsInMs: 58_000 }]);
    assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 0, endsAtMs: 47_000 });
    assert.equal(limiter.take("a").isAllowed, false);
    time.nowMs = 47_000;
    assert.deepEqual(limiter.take("a"), { isAllowed: true, remaining: 9, endsAtMs: 107_000 });
  });

  it("reports each request once, those that come during a report with the next one", async () => {
    const { limiter } = setUp({ limitPerMinute: 10, isShared: true });
    takeMany(limiter, "a", 2);
    const isUnderWay = Promise.withResolvers<void>();
    const exchanging = limiter.exchange(async (counts) => {
      await isUnderWay.promise;
      return counts.map((count) => ({ ...count, count: count.count + 4 }));
    });
    limiter.take("a");
    isUnderWay.resolve();
    await exchanging;
    assert.equal(limiter.take("a").remaining, 2);
    assert.deepEqual(
      (await exchange(limiter)).map(({ count }) => count),
      [2],
    );
    assert.deepEqual(await exchange(limiter), []);
  });

  it("keeps its own count if a report fails, and reports it the next time", async () => {
    const { limiter } = setUp({ limitPerMinute: 10, isShared: true });
    takeMany(limiter, "a", 4);
    await assert.rejects(
      limiter.exchange(() => Promise.reject(new Error("no database"))),
      /no database/,
    );
    assert.equal(limiter.take("a").remaining, 5);
    assert.deepEqual(
      (await exchange(limiter)).map(({ count }) => count),
      [5],
    );
  });

  it("tells neither of addresses far below their limit, nor of those known to be over it, nor of ended windows", async () => {
    const { time, limiter } = setUp({ limitPerMinute: 100, isShared: true });
    takeMany(limiter, "seldom", 9);
    takeMany(limiter, "flood", 101);
    takeMany(limiter, "2001:db8:1:1::/64", 10);
    assert.deepEqual(
      (await exchange(limiter)).map(({ key }) => key),
      ["flood", "2001:db8:1:1::/64"],
    );
    takeMany(limiter, "flood", 500);
    assert.deepEqual(await exchange(limiter), []);
    takeMany(limiter, "seldom", 1);
    time.nowMs += 60_000;
    assert.deepEqual(await exchange(limiter), []);
  });

  it("reports no more than a thousand addresses at once, and the rest afterwards", async () => {
    const { limiter } = setUp({ limitPerMinute: 1, isShared: true });
    for (let number = 0; number < 1_500; number += 1) limiter.take(`address ${number}`);
    assert.equal((await exchange(limiter)).length, 1_000);
    assert.equal((await exchange(limiter)).length, 500);
  });
});
