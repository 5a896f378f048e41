import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createTestApi } from "../testing/test-api.ts";
import { TEST_NOW, type TestFiling, testAgent } from "../testing/test-rows.ts";

const agents = Array.from({ length: 45 }, (_, index) => testAgent({ agentId: index + 1 }));
/** With its registration, agent 1 has five filings. */
const filed = {
  1: Array.from(
    { length: 4 },
    (): TestFiling => ({ kind: "attested", data: { previousAttestation: TEST_NOW - 1 } }),
  ),
};

describe("the Link header of paged lists", () => {
  const { get } = createTestApi({ agents, filed });
  const links = async (url: string) => (await get(url)).headers.get("link");

  it("names the neighbouring pages of numbered ones, also of an answer that was kept", async () => {
    for (let time = 1; time <= 2; time += 1) {
      assert.equal(await links("/api/v1/agents"), '<?page=2>; rel="next"');
      assert.equal(await links("/api/v1/agents?page=2"), '<?page=1>; rel="prev", <?page=3>; rel="next"');
      assert.equal(await links("/api/v1/agents?page=3"), '<?page=2>; rel="prev"');
      assert.equal(await links("/api/v1/agents?page=900"), '<?page=3>; rel="prev"');
      assert.equal(await links("/api/v1/agents?limit=100"), null);
    }
  });

  it("keeps the other parameters, and nothing of them can end the header or the address", async () => {
    assert.equal(
      await links("/api/v1/agents?limit=20&status=Active&page=1&x=%3E%0D%0A%22é"),
      '<?limit=20&status=Active&page=2&x=%3E%0D%0A%22%C3%A9>; rel="next"',
    );
  });

  it("names the pages of lists that are asked for from a row on", async () => {
    const history = "/api/v1/agent/1/history";
    assert.equal(await links(`${history}?limit=2`), '<?limit=2&offset=2>; rel="next"');
    assert.equal(
      await links(`${history}?limit=2&offset=1`),
      '<?limit=2&offset=0>; rel="prev", <?limit=2&offset=3>; rel="next"',
    );
    assert.equal(await links(`${history}?limit=2&offset=4`), '<?limit=2&offset=2>; rel="prev"');
    assert.equal(await links(`${history}?limit=2&offset=900`), '<?limit=2&offset=3>; rel="prev"');
    assert.equal(await links(history), null);
  });

  it("is not there where there are no pages", async () => {
    for (const url of ["/health", "/api/v1/stats", "/api/v1/agents?page=0", "/api/v1/agent/99/history"])
      assert.equal(await links(url), null, url);
  });
});
