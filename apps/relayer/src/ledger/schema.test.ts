import assert from "node:assert/strict";
import { it } from "node:test";
import { createTestLedger } from "../testing/test-ledger.ts";
import { locked } from "./schema.ts";

const { db, counters } = await createTestLedger();
const readTaken = async (reader = db) =>
  (await reader.selectFrom("relay_lock").selectAll().executeTakeFirstOrThrow()).taken;

it("work under the lock has written to the lock's row before it begins, and gives back its result", async () => {
  const before = await readTaken();
  assert.equal(await locked(db, (locking) => readTaken(locking)), before + 1);
  assert.equal(await readTaken(), before + 1);
});

it("work under the lock that fails leaves nothing behind", async () => {
  const before = await readTaken();
  const work = locked(db, async (locking) => {
    await locking.insertInto("relay_counter").values({ key: "one", started_at: 0, taken: 1 }).execute();
    throw new Error("no place");
  });
  await assert.rejects(work, { message: "no place" });
  assert.equal(await readTaken(), before);
  assert.equal(await counters.take([{ key: "one", limit: 1 }]), null);
});
