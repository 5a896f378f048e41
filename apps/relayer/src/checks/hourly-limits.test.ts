import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import type { Simulation } from "../chain/simulator.ts";
import { readCounters } from "../ledger/counters.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { locked } from "../ledger/schema.ts";
import { createChainQuotaCheck } from "./hourly-limits.ts";
import type { SimulatedInput } from "./relay-check.ts";
import { createForwarderVerification } from "./relay-rules.ts";

const HOUR_MS = 60 * 60_000;
const IP = "2001:db8:1:2::/64";

describe("what an address may ask the chain for", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-quota-"));
  const time = { nowMs: 1_000_000_000 };
  const logger = createLogger({ name: "test", level: "silent" });
  const clock = { now: () => time.nowMs };
  const { counters, db, stop } = await createLedger({ databaseUrl: undefined, dataDir, clock, logger });
  after(async () => {
    await stop();
    await rm(dataDir, { recursive: true });
  });
  const quota = createChainQuotaCheck({ counters, limitPerHour: 2 });
  const verification = createForwarderVerification({ limitPerHour: 2 });
  /** As a round does for the requests that come into it. */
  const chainQuota = async (input: SimulatedInput) =>
    quota.check({ ...input, counters: await readCounters({ db, clock, limits: quota.limits(input) }) });
  const verify = (input: SimulatedInput) =>
    locked(db, async (locking) => {
      const seen = await readCounters({ db: locking, clock, limits: verification.limits(input) });
      const refusal = verification.check({ ...input, counters: seen });
      await seen.write(locking);
      return refusal;
    });
  /** A request as far as these rules look at it. */
  const from = (ip: string, kind: Simulation["kind"] = "succeeds") =>
    ({ ip, simulation: { kind } }) as SimulatedInput;
  const setTaken = (key: string, taken: number) =>
    db.insertInto("relay_counter").values({ key, started_at: time.nowMs, taken }).execute();
  const refused = { status: 429, error: relayErrors.ipRate(2), retryAfterSeconds: 3_600 };

  it("is 20 more requests once its hour or that of a network around it is full", async () => {
    assert.equal(await chainQuota(from(IP)), null);
    await setTaken("ip:2001:db8:1::/48", 32);
    for (let count = 0; count < 20; count += 1) assert.equal(await chainQuota(from(IP)), null);
    assert.deepEqual(await chainQuota(from(IP)), refused);
    assert.equal(await chainQuota(from("2001:db8:1:3::/64")), null);
    assert.equal(await chainQuota(from("2001:db8:2:3::/64")), null);
    time.nowMs += HOUR_MS;
    assert.equal(await chainQuota(from(IP)), null);
  });

  it("is 600 requests an hour that the chain finds invalid, beside its limit", async () => {
    await setTaken("invalid:203.0.113.7", 600);
    const invalid = from("203.0.113.7", "invalid-signature");
    assert.equal(await verify(from("203.0.113.7")), null);
    for (let count = 0; count < 2; count += 1) {
      assert.equal(await chainQuota(invalid), null);
      assert.deepEqual(await verify(invalid), { status: 401, error: relayErrors.invalidSignature });
    }
    assert.deepEqual(await chainQuota(invalid), refused);
    time.nowMs += HOUR_MS;
    assert.equal(await chainQuota(invalid), null);
  });
});
