import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { ATTESTATION_VALIDITY_SECONDS, ComplianceListResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import { createTestApi } from "../../testing/test-api.ts";
import { createTestIndex, type TestIndexOfRows } from "../../testing/test-asked-index.ts";
import { TEST_NOW, testAgent } from "../../testing/test-rows.ts";

const URL = "/api/v1/agents/compliance";

const many = Array.from({ length: 1_234 }, (_, index) =>
  testAgent({ agentId: index + 1, lastAttestation: TEST_NOW - ((index * 7_919) % 1_000_000) }),
);

describe("GET /api/v1/agents/compliance", () => {
  it("answers agents of all states, most stale first, ties by id", async () => {
    const agents = [
      testAgent({ agentId: 1, lastAttestation: TEST_NOW - 10 }),
      testAgent({
        agentId: 2,
        lastAttestation: TEST_NOW - ATTESTATION_VALIDITY_SECONDS - 5,
        status: "Revoked",
      }),
      testAgent({ agentId: 3, lastAttestation: TEST_NOW - 10, status: "Terminated", childCount: 4 }),
    ];
    const { status, body } = await createTestApi({ agents }).get(URL);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), ["data", "total"]);
    assert.equal(body.total, 3);
    assert.deepEqual(
      body.data.map(({ agentId }: { agentId: number }) => agentId),
      [2, 1, 3],
    );
    assert.deepEqual(body.data[2], {
      agentId: 3,
      creator: agents[2]?.creator,
      status: "Terminated",
      compliance: {
        isActive: false,
        attestationCurrent: true,
        secondsSinceAttestation: 10,
        childCount: 4,
        status: "Terminated",
      },
    });
    parseExactly(ComplianceListResponse, body);
  });

  it("answers for an empty register", async () => {
    assert.deepEqual((await createTestApi().get(URL)).body, { data: [], total: 0 });
  });

  for (const [kind, maxMemoryLength] of [
    ["in memory", 10_000_000],
    ["kept in a file", 1_000],
  ] as const) {
    it(`answers the same bytes until it expires, ${kind}`, async () => {
      const { get, pass } = createTestApi({ agents: many, maxMemoryLength });
      const first = await get(URL);
      assert.equal(first.body.total, 1_234);
      assert.equal(first.body.data.length, 1_234);
      assert.equal(first.headers.get("cache-control"), "public, max-age=300");
      pass(299_000);
      const second = await get(URL);
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get("age"), "299");
      const etag = first.headers.get("etag") ?? "";
      assert.equal(second.headers.get("etag"), etag);
      assert.equal((await get(URL, { "if-none-match": etag })).status, 304);
      // Only files that never change come in parts.
      assert.equal((await get(URL, { range: "bytes=0-9" })).status, 200);
      pass(1_000);
      const third = await get(URL);
      assert.equal(third.headers.get("age"), "0");
      assert.equal(
        third.body.data[0].compliance.secondsSinceAttestation,
        first.body.data[0].compliance.secondsSinceAttestation + 300,
      );
    });

    it(`compresses for clients that take gzip, ${kind}`, async () => {
      const { app, get } = createTestApi({ agents: many, maxMemoryLength });
      const plain = await get(URL);
      const response = await app.request(URL, { headers: { "accept-encoding": "gzip" } });
      assert.equal(response.headers.get("content-encoding"), "gzip");
      assert.equal(response.headers.get("vary"), "Accept-Encoding");
      assert.notEqual(response.headers.get("etag"), plain.headers.get("etag"));
      const head = await app.request(URL, { method: "HEAD", headers: { "accept-encoding": "gzip" } });
      assert.equal(head.headers.get("etag"), response.headers.get("etag"));
      const unpacked = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
      assert.deepEqual(JSON.parse(unpacked), plain.body);
    });
  }

  it("reads the register once for any number of clients, even if one of them leaves", async () => {
    const rows = createTestIndex({ agents: many });
    let readings = 0;
    const index: typeof rows = {
      ...rows,
      open(pace) {
        readings += 1;
        return rows.open(pace);
      },
    };
    const { app } = createTestApi({ index, maxMemoryLength: 1_000 });
    const responses = await Promise.all([app.request(URL), app.request(URL), app.request(URL)]);
    await responses[0]?.body?.cancel();
    for (const response of responses.slice(1)) {
      assert.equal(((await response.json()) as ComplianceListResponse).total, 1_234);
    }
    assert.equal(readings, 1);
  });

  it("does not cache a response that failed, whether early or late", async () => {
    let failsAfter = 0;
    const index = beforeQueries(createTestIndex({ agents: many }), (queries) => {
      if (queries === failsAfter) throw new Error("the database went away");
    });
    const { get } = createTestApi({ index, maxMemoryLength: 1_000 });
    for (failsAfter of [0, 1]) {
      const { status, body } = await get(URL);
      assert.deepEqual([status, body], [500, { error: "Internal error" }]);
    }
    failsAfter = Number.POSITIVE_INFINITY;
    assert.equal((await get(URL)).body.total, 1_234);
  });

  it("is of one block: an agent that attests while it is written comes once, as it stood", async () => {
    const rows = createTestIndex({ agents: many });
    const index = beforeQueries(rows, (queries) => {
      if (queries === 1) rows.execute(`update agents set last_attestation = ${TEST_NOW}`);
    });
    const { body } = await createTestApi({ index }).get(URL);
    assert.deepEqual(body, (await createTestApi({ agents: many }).get(URL)).body);
  });
});

/** Before each query of an answer it calls this, with the number of queries that came before. */
function beforeQueries(index: TestIndexOfRows, onQuery: (queries: number) => void): TestIndexOfRows {
  return {
    ...index,
    async open(pace) {
      const { at, close } = await index.open(pace);
      let queries = 0;
      const db = at.db.withPlugin({
        transformQuery({ node }) {
          onQuery(queries);
          queries += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      return { at: { ...at, db }, close };
    },
  };
}
