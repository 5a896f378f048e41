import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex } from "../../testing/test-asked-index.ts";
import { testAgent } from "../../testing/test-rows.ts";

const URL = "/api/v1/filings";

const behind = { agents: [testAgent({ agentId: 1, lastAttestation: 0 })] };
const ahead = { agents: [...behind.agents, testAgent({ agentId: 2, lastAttestation: 0 })] };

describe("a cursor that a replica does not know", () => {
  it("was not taken back if the database that is written knows it", async () => {
    const { body: page } = await createTestApi(ahead).get(URL);
    assert.equal(page.filings.length, 2);
    const replica = createTestApi({ ...behind, openPrimary: createTestIndex(ahead).open });
    const { status, body } = await replica.get(`${URL}?after=${page.next}`);
    assert.deepEqual(
      [status, body],
      [500, { error: "RPC failure: the read replica is behind this cursor; ask again" }],
    );
  });

  it("was taken back if that database does not know it either, to the place that this one names", async () => {
    const { body: page } = await createTestApi(ahead).get(URL);
    const primary = createTestIndex(ahead);
    primary.execute(`update filings set block_hash = '0x${"ee".repeat(32)}' where sequence = 2`);
    for (const openPrimary of [primary.open, undefined]) {
      const { status, body } = await createTestApi({ ...behind, openPrimary }).get(
        `${URL}?after=${page.next}`,
      );
      assert.deepEqual([status, body.next, body.sequence], [410, "0", 0]);
    }
  });

  it("is not asked about elsewhere if the replica knows it", async () => {
    const openPrimary = () => Promise.reject(new Error("asked"));
    const { get } = createTestApi({ ...ahead, openPrimary });
    const { body: page } = await get(`${URL}?limit=1`);
    const { status, body } = await get(`${URL}?after=${page.next}`);
    assert.deepEqual([status, body.filings.length, body.hasMore], [200, 1, false]);
  });
});
