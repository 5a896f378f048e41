import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DomainReason } from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import { createDomainChecks, createDomainFindings } from "./create-domain-checks.ts";

const agentRegistry = `eip155:84532:0x${"ab".repeat(20)}`;
const MINUTE = 60_000;

/** Tasks that run when the test lets time pass. */
function createSchedule() {
  let nowMs = 0;
  let tasks: { atMs: number; task: () => void }[] = [];
  return {
    schedule: (task: () => void, ms: number) => void tasks.push({ atMs: nowMs + ms, task }),
    pass(ms: number) {
      nowMs += ms;
      const due = tasks.filter(({ atMs }) => atMs <= nowMs);
      tasks = tasks.filter(({ atMs }) => atMs > nowMs);
      for (const { task } of due) task();
    },
  };
}

/** Checks whose domains answer when the test says so; time passes when the test says so. */
function createTestChecks() {
  const { schedule, pass } = createSchedule();
  const time = { nowMs: 1_000_000 };
  const asked: { domain: string; answer(named: number[] | DomainReason): Promise<void> }[] = [];
  const checks = createDomainChecks({
    ask: (domain) =>
      new Promise((resolve) => {
        const answer = async (named: number[] | DomainReason) => {
          resolve(
            typeof named === "string"
              ? { reason: named, registrations: [] }
              : { reason: null, registrations: named.map((id) => ({ agentRegistry, agentId: String(id) })) },
          );
          await new Promise(setImmediate);
        };
        asked.push({ domain, answer });
      }),
    clock: { now: () => time.nowMs },
    logger: createLogger({ name: "test", level: "silent" }),
    schedule,
  });
  const check = (domain: string, agentId = 1) => checks.check({ domain, agentId, agentRegistry });
  const answer = async (named: number[] | DomainReason) => {
    await asked.at(-1)?.answer(named);
    pass(1_000);
  };
  return { checks, check, asked, answer, time, pass };
}

describe("checks of domains", () => {
  it("ask a domain once for all who ask at the same time, and for all its agents", async () => {
    const { check, asked, answer } = createTestChecks();
    for (const agentId of [1, 2, 1]) assert.equal(check("a.example", agentId).reason, "not-checked-yet");
    assert.equal(asked.length, 1);
    await answer([1]);
    assert.deepEqual(check("a.example", 1), {
      verified: true,
      reason: null,
      checkedAt: "1970-01-01T00:16:40.000Z",
    });
    assert.equal(check("a.example", 2).reason, "no-matching-registration");
    assert.equal(asked.length, 1);
  });

  it("believe a yes for an hour and a no for ten minutes, and for ten minutes more while they ask anew", async () => {
    const { check, asked, answer, time } = createTestChecks();
    check("a.example");
    await answer([1]);
    time.nowMs += 60 * MINUTE - 1;
    assert.deepEqual([check("a.example").verified, asked.length], [true, 1]);
    time.nowMs += 1;
    assert.deepEqual([check("a.example").verified, asked.length], [true, 2]);
    time.nowMs += 10 * MINUTE;
    assert.deepEqual([check("a.example").reason, asked.length], ["not-checked-yet", 2]);
    await answer("unreachable");
    assert.equal(check("a.example").reason, "unreachable");
    time.nowMs += 10 * MINUTE - 1;
    assert.deepEqual([check("a.example").reason, asked.length], ["unreachable", 2]);
    time.nowMs += 1;
    assert.deepEqual([check("a.example").reason, asked.length], ["unreachable", 3]);
  });

  it("ask one domain a second, and at most four that have not answered", () => {
    const { check, asked, pass, checks } = createTestChecks();
    for (const name of ["a", "b", "c", "d", "e", "f"]) check(`${name}.example`);
    assert.equal(asked.length, 1);
    pass(999);
    assert.equal(asked.length, 1);
    pass(1);
    assert.equal(asked.length, 2);
    for (let second = 0; second < 10; second += 1) pass(1_000);
    assert.deepEqual([asked.length, checks.running(), checks.waiting()], [4, 4, 2]);
  });

  it("go on with those that wait as soon as one has answered", async () => {
    const { check, asked, pass, answer } = createTestChecks();
    for (const name of ["a", "b", "c", "d", "e"]) check(`${name}.example`);
    for (let second = 0; second < 10; second += 1) pass(1_000);
    await answer("too-slow");
    assert.deepEqual(
      asked.map(({ domain }) => domain),
      ["a.example", "b.example", "c.example", "d.example", "e.example"],
    );
  });

  it("let no more than a hundred domains wait", () => {
    const { check, checks } = createTestChecks();
    for (let i = 0; i < 200; i += 1) assert.equal(check(`d${i}.example`).reason, "not-checked-yet");
    assert.deepEqual([checks.running(), checks.waiting()], [1, 100]);
  });

  it("count only what a file says of this register, and go on if one fails by our own fault", async () => {
    const { schedule, pass } = createSchedule();
    const elsewhere = { agentRegistry: agentRegistry.replace("84532", "8453"), agentId: "1" };
    const checks = createDomainChecks({
      ask: async (domain) => {
        if (domain === "broken.example") throw new Error("a fault of our own");
        return { reason: null, registrations: [elsewhere, { agentRegistry, agentId: "2" }] };
      },
      clock: { now: () => 0 },
      logger: createLogger({ name: "test", level: "silent" }),
      schedule,
    });
    const check = (domain: string, agentId: number) =>
      checks.check({ domain, agentId, agentRegistry }).reason;
    check("broken.example", 1);
    check("a.example", 1);
    await new Promise(setImmediate);
    pass(1_000);
    await new Promise(setImmediate);
    assert.deepEqual(
      [1, 2].map((agentId) => check("a.example", agentId)),
      ["no-matching-registration", null],
    );
    assert.deepEqual([...checks.counts], [["names-agents", 1]]);
    assert.equal(checks.running(), 0);
  });
});

describe("what is known of domains", () => {
  const finding = (ids: number[]) => ({ checkedAtMs: 0, reason: null, agentIds: new Set(ids) });

  it("is bounded in domains, and those asked about longest ago are forgotten first", () => {
    const findings = createDomainFindings({ maxDomains: 2 });
    findings.set("a.example", finding([]));
    findings.set("b.example", finding([]));
    findings.get("a.example");
    findings.set("c.example", finding([]));
    assert.deepEqual(
      ["a", "b", "c"].map((name) => findings.get(`${name}.example`) !== undefined),
      [true, false, true],
    );
  });

  it("is bounded in agents, however often a domain is asked anew", () => {
    const findings = createDomainFindings({ maxAgents: 4 });
    for (let i = 0; i < 5; i += 1) findings.set("a.example", finding([1, 2]));
    findings.set("b.example", finding([3, 4]));
    assert.equal(findings.size, 2);
    findings.set("c.example", finding([5]));
    assert.deepEqual([findings.get("a.example"), findings.size], [undefined, 2]);
  });
});
