import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readAtom } from "../../testing/read-atom.ts";
import { createTestApi } from "../../testing/test-api.ts";
import {
  fileForPersons,
  TEST_NOTARY,
  testAccreditation,
  testCertificate,
} from "../../testing/test-certificates.ts";
import { testAddress, testAgent } from "../../testing/test-rows.ts";

const agent = testAgent();
const person = agent.haftungsperson;

async function readTitles(path: string): Promise<string[]> {
  const api = createTestApi({ agents: [agent] });
  fileForPersons(api, [
    testAccreditation(),
    testCertificate({ person: testAddress(1) }),
    testCertificate({ person }),
  ]);
  const response = await api.app.request(`/api/v1${path}`);
  assert.equal(response.status, 200);
  return readAtom(await response.text()).entries.map(({ title }) => title.split(":")[0] ?? "");
}

describe("the feeds", () => {
  it("of a person have what was certified about it beside what its agents filed", async () => {
    const titles = await readTitles(`/haftungsperson/${person}/feed.atom`);
    assert.equal(titles[0], `Person ${person}`);
    assert.ok(titles.length > 1);
    for (const title of titles.slice(1)) assert.equal(title, "Agent 1");
  });

  it("of all filings name persons and notaries", async () => {
    const titles = await readTitles("/feeds/filings.atom");
    assert.deepEqual(titles.slice(0, 3), [
      `Person ${person}`,
      `Person ${testAddress(1)}`,
      `Notary ${TEST_NOTARY}`,
    ]);
  });
});
