import assert from "node:assert/strict";
import { test } from "node:test";
import { RegistryError } from "@agent-registry/sdk";
import { planAttestation, type WatchEvent, watchAttestation } from "./watch-attestation.ts";

const DAY = 86_400;

test("an attestation is renewed at five days, a day before it must be", () => {
  const at = (days: number) => planAttestation({ status: "Active", secondsSinceAttestation: days * DAY });
  assert.deepEqual(at(0), { kind: "wait", seconds: 5 * DAY });
  assert.deepEqual(at(4.5), { kind: "wait", seconds: DAY / 2 });
  assert.deepEqual(at(5), { kind: "attest" });
  assert.deepEqual(at(30), { kind: "attest" }, "a lapsed one can be renewed as well");
});

test("a suspension is waited out; revocation and termination are the end", () => {
  const standing = { secondsSinceAttestation: 30 * DAY };
  assert.deepEqual(planAttestation({ ...standing, status: "Suspended" }), { kind: "suspended" });
  assert.deepEqual(planAttestation({ ...standing, status: "Revoked" }), { kind: "over", status: "Revoked" });
  assert.deepEqual(planAttestation({ ...standing, status: "Terminated" }), {
    kind: "over",
    status: "Terminated",
  });
});

/** Runs the watch against a script of problems; ends it at the first attestation. */
async function watchThrough(problems: Error[]): Promise<WatchEvent[]> {
  const stop = new AbortController();
  const events: WatchEvent[] = [];
  await watchAttestation({
    getAgentId: async () => 7,
    checkEverySeconds: 0.001,
    signal: stop.signal,
    report: (event) => events.push(event),
    registry: {
      getAgent: async () => {
        const problem = problems.shift();
        if (problem !== undefined) throw problem;
        const compliance = {
          status: "Active",
          secondsSinceAttestation: 6 * DAY,
          isActive: true,
          attestationCurrent: true,
          childCount: 0,
        } as const;
        return { agent: {}, children: [], compliance } as never;
      },
      attest: async () => {
        stop.abort();
        return { transactionHash: "0x01", blockNumber: 1, gasUsed: 1n, paidBy: "relayer" };
      },
    },
  });
  return events;
}

test("outages are reported once and outlasted", async () => {
  const outage = () => new RegistryError({ reason: "chain-unreachable", message: "The chain is away." });
  const events = await watchThrough([outage(), outage(), outage()]);
  assert.deepEqual(
    events.map(({ event }) => event),
    ["retrying", "attested", "stopped"],
  );
});

test("an error of unknown kind is outlasted as well, and reported in one line", async () => {
  const problem = new Error("HTTP request failed.\n\nURL: http://127.0.0.1:1/v2/a-key-of-somebody");
  const events = await watchThrough([problem]);
  assert.deepEqual(
    events.map(({ event }) => event),
    ["retrying", "attested", "stopped"],
  );
  assert.equal(events[0]?.message, "HTTP request failed. Trying again.");
});

test("however seldom it is to look, a timer is never asked for more than it can count", async (test) => {
  const stop = new AbortController();
  const delays: unknown[] = [];
  test.mock.method(globalThis, "setTimeout", (_done: () => void, delayMs: number) => {
    delays.push(delayMs);
    // Whoever waits has begun to, once this is over.
    queueMicrotask(() => stop.abort());
  });
  const compliance = { status: "Suspended", secondsSinceAttestation: 0 };
  await watchAttestation({
    getAgentId: async () => 7,
    checkEverySeconds: 3_000_000,
    signal: stop.signal,
    report: () => {},
    registry: { getAgent: async () => ({ compliance }) as never, attest: () => assert.fail() },
  });
  assert.deepEqual(delays, [DAY * 1000]);
});

test("what no waiting can mend ends the watch", async () => {
  const hopeless = new RegistryError({ reason: "not-authorized", message: "Not yours." });
  await assert.rejects(watchThrough([hopeless]), { reason: "not-authorized" });
});
