import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, it, mock } from "node:test";
import { startTestChain, toBody } from "../testing/test-relayer.ts";

const statements = new Set<string>();
const prepare = DatabaseSync.prototype.prepare;
mock.method(DatabaseSync.prototype, "prepare", function (this: DatabaseSync, sql: string) {
  statements.add(sql);
  return prepare.call(this, sql);
});
after(() => mock.restoreAll());
const { startRelayer, register } = await startTestChain();
const relayer = await startRelayer();

it("relaying never reads what was relayed long ago", async () => {
  statements.clear();
  const signed = await Promise.all(Array.from({ length: 3 }, () => register()));
  for (const answer of await Promise.all(signed.map((one) => relayer.post(toBody(one))))) {
    assert.equal(answer.status, 200);
  }
  await relayer.get("/status");
  await relayer.app.request("/metrics");

  mock.restoreAll();
  const file = new DatabaseSync(path.join(relayer.dataDir, "relayer.sqlite"), { readOnly: true });
  const reads = [...statements].filter((sql) => /^(select|update|delete)/i.test(sql));
  assert.ok(reads.length >= 10, `only ${reads.length} statements were seen`);
  for (const sql of reads) {
    const plan = file
      .prepare(`explain query plan ${sql}`)
      .all(...new Array(sql.split("?").length - 1).fill(null));
    const steps = plan.map(({ detail }) => String(detail));
    // A scan of a partial index reads only what is in flight.
    const scans = steps.filter((step) => /^SCAN relay_/.test(step) && !step.includes("USING INDEX"));
    assert.deepEqual(scans, [], sql);
  }
  file.close();
});
