import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentStatus, RegistryError } from "@agent-registry/sdk";
import { planAttestation, type WatchEvent, watchAttestation } from "./watch-attestation.ts";

const DAY = 86_400;

test("an attestation is renewed at five days, a day before it must be", () => {
  const at = (days: number) => planAttestation({ status: "Active", secondsSinceAttestation: days * DAY });
  assert.deepEqual(at(0), { kind: "wait", seconds: 5 * DAY });
  assert.deepEqual(at(4.5), { kind: "wait", seconds: DAY / 2 });
  assert.deepEqual(at(5), { kind: "attest" });
  assert.deepEqual(at(30), { kind: "attest" }, "a lapsed one can be renewed as well");
});

test("a suspension is waited out; a revocation or termination is final", () => {
  const standing = { secondsSinceAttestation: 30 * DAY };
  assert.deepEqual(planAttestation({ ...standing, status: "Suspended" }), { kind: "suspended" });
  assert.deepEqual(planAttestation({ ...standing, status: "Revoked" }), { kind: "over", status: "Revoked" });
  assert.deepEqual(planAttestation({ ...standing, status: "Terminated" }), {
    kind: "over",
    status: "Terminated",
  });
});

type Script = { problems?: Error[]; attestProblems?: Error[]; statuses?: AgentStatus[]; agreed?: boolean };

const agentWallet = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const creator = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const agent = {
  agentId: 7,
  agentWallet,
  creator,
  haftungsperson: creator,
  registeredAt: "2026-03-01T12:00:00.000Z",
};

/** Runs the watch against a script of problems and statuses; ends it at the first attestation. */
async function watchThrough(script: Script): Promise<WatchEvent[]> {
  const { problems = [], attestProblems = [], statuses = [], agreed = true } = script;
  const stop = new AbortController();
  const events: WatchEvent[] = [];
  await watchAttestation({
    address: agentWallet,
    getAgentId: async () => 7,
    checkEverySeconds: 0.001,
    signal: stop.signal,
    report: (event) => events.push(event),
    registry: {
      getAgent: async () => {
        const problem = problems.shift();
        if (problem !== undefined) throw problem;
        const compliance = {
          status: statuses.shift() ?? "Active",
          secondsSinceAttestation: 6 * DAY,
          isActive: true,
          attestationCurrent: true,
          childCount: 0,
        } as const;
        return {
          agent,
          children: [],
          compliance,
        } as never;
      },
      getConsents: async () => ({ wallet: agreed ? "agreed" : "none" }) as never,
      attest: async () => {
        const problem = attestProblems.shift();
        if (problem !== undefined) throw problem;
        stop.abort();
        return { transactionHash: "0x01", blockNumber: 1, gasUsed: 1n, paidBy: "relayer" };
      },
    },
  });
  return events;
}

test("outages are reported once and outlasted", async () => {
  const outage = () => new RegistryError({ reason: "chain-unreachable", message: "The chain is away." });
  const events = await watchThrough({ problems: [outage(), outage(), outage()] });
  assert.deepEqual(
    events.map(({ event }) => event),
    ["retrying", "attested", "stopped"],
  );
});

test("an error of unknown kind is outlasted as well, and reported in one line", async () => {
  const problem = new Error("HTTP request failed.\n\nURL: http://127.0.0.1:1/v2/a-key-of-somebody");
  const events = await watchThrough({ problems: [problem] });
  assert.deepEqual(
    events.map(({ event }) => event),
    ["retrying", "attested", "stopped"],
  );
  assert.equal(events[0]?.message, "HTTP request failed. Trying again.");
});

test("a timer is never set for longer than it can count, however long the interval", async (test) => {
  const stop = new AbortController();
  const delays: unknown[] = [];
  test.mock.method(globalThis, "setTimeout", (_done: () => void, delayMs: number) => {
    delays.push(delayMs);
    // After the caller has begun to wait.
    queueMicrotask(() => stop.abort());
  });
  const compliance = { status: "Suspended", secondsSinceAttestation: 0 };
  await watchAttestation({
    address: agentWallet,
    getAgentId: async () => 7,
    checkEverySeconds: 3_000_000,
    signal: stop.signal,
    report: () => {},
    registry: {
      getAgent: async () => ({ agent, compliance }) as never,
      getConsents: async () => ({ wallet: "agreed" }) as never,
      attest: () => assert.fail(),
    },
  });
  assert.deepEqual(delays, [DAY * 1000]);
});

test("an error that waiting cannot mend ends the watch", async () => {
  const hopeless = new RegistryError({ reason: "not-authorized", message: "Not yours." });
  await assert.rejects(watchThrough({ problems: [hopeless] }), { reason: "not-authorized" });
});

test("a record that its wallet never agreed to ends the watch, with the ways out", async () => {
  await assert.rejects(watchThrough({ agreed: false }), {
    reason: "not-authorized",
    message:
      /^Agent 7 was entered by 0x90F79.* at 2026-03-01T12.*`npx agent-registry confirm 7`.*`npx agent-registry decline 7`/,
  });
});

for (const status of ["Revoked", "Terminated"] as const) {
  test(`an agent that is ${status} ends the watch`, async () => {
    await assert.rejects(watchThrough({ statuses: [status] }), {
      reason: "agent-not-active",
      message: `Agent 7 is ${status}, which is final: there is nothing left to attest.`,
    });
  });
}

test("an attestation that the register refuses is tried again, whatever the refusal's words", async () => {
  const refusal = new RegistryError({ reason: "agent-not-active", message: "This is final." });
  const events = await watchThrough({ attestProblems: [refusal] });
  assert.deepEqual(
    events.map(({ event }) => event),
    ["retrying", "attested", "stopped"],
  );
});

test("after an outage has passed, the next one is retried as quickly as the first", async (test) => {
  const stop = new AbortController();
  const delays: unknown[] = [];
  test.mock.method(globalThis, "setTimeout", (done: () => void, delayMs: number) => {
    delays.push(delayMs / 1_000);
    queueMicrotask(delays.length === 6 ? () => stop.abort() : done);
  });
  const isAway = [true, true, true, false, true, true];
  await watchAttestation({
    address: agentWallet,
    getAgentId: async () => 7,
    checkEverySeconds: 3_600,
    signal: stop.signal,
    report: () => {},
    registry: {
      getAgent: async () => {
        if (isAway.shift()) throw new Error("The chain is away.");
        return { agent, compliance: { status: "Active", secondsSinceAttestation: 0 } } as never;
      },
      getConsents: async () => ({ wallet: "agreed" }) as never,
      attest: () => assert.fail(),
    },
  });
  assert.deepEqual(delays, [5, 10, 20, 3_600, 5, 10]);
});
