import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NotariesResponse, NotaryResponse } from "@agent-registry/protocol";
import { parseExactly } from "@agent-registry/testkit";
import type { Doubts } from "../../reconcile/doubts.ts";
import { createTestApi } from "../../testing/test-api.ts";
import {
  fileForPersons,
  OTHER_NOTARY,
  TEST_NOTARY,
  testAcceptance,
  testAccreditation,
  testCertificate,
  testCertificateEnd,
} from "../../testing/test-certificates.ts";
import { TEST_NOW, testAddress, testAgent } from "../../testing/test-rows.ts";
import { createSigningApi } from "../../testing/test-signing.ts";

const [first, second, third] = [testAddress(1), testAddress(2), testAddress(3)] as const;
const notary = OTHER_NOTARY;

/** One notary with three certificates on record, one of them accepted; one that is no longer accredited. */
function setUp() {
  const api = createTestApi({ agents: [testAgent()] });
  fileForPersons(api, [
    testAccreditation({ notary, timestamp: TEST_NOW - 100 }),
    testAccreditation({ timestamp: TEST_NOW - 90 }),
    testCertificate({ person: first, level: 1 }),
    testAcceptance({ person: first }),
    testCertificate({ person: second }),
    testAcceptance({ person: second }),
    testCertificate({ person: first, level: 3 }),
    testCertificate({ person: first, notary }),
    testAcceptance({ person: first, notary }),
    testCertificate({ person: third }),
    testCertificate({ person: testAddress(4) }),
    testCertificateEnd({ person: testAddress(4) }),
    testAccreditation({ notary, isEnd: true, timestamp: TEST_NOW - 10 }),
  ]);
  return api;
}

const accredited = {
  notary: TEST_NOTARY,
  isAccredited: true,
  since: "2026-03-01T11:58:30.000Z",
  certificates: 3,
};
const removed = { notary, isAccredited: false, since: "2026-03-01T11:59:50.000Z", certificates: 1 };

describe("GET /api/v1/notaries", () => {
  it("lists all that ever were accredited, with how many certificates of each are on record", async () => {
    const { status, body, headers } = await setUp().get("/api/v1/notaries");
    assert.equal(status, 200);
    assert.equal(headers.get("cache-control"), "public, max-age=10");
    assert.deepEqual(parseExactly(NotariesResponse, body), { data: [accredited, removed] });
  });

  it("is empty if there are none", async () => {
    assert.deepEqual((await createTestApi().get("/api/v1/notaries")).body, { data: [] });
  });
});

describe("GET /api/v1/notary/:address", () => {
  const url = `/api/v1/notary/${TEST_NOTARY}`;

  it("lists what stands, newest first: neither what was replaced nor what was ended", async () => {
    const { body } = await setUp().get(url);
    const { data, ...rest } = parseExactly(NotaryResponse, body);
    assert.deepEqual(rest, { ...accredited, total: 3, offset: 0, limit: 100 });
    assert.deepEqual(
      data.map(({ person, level, counts, whyNot }) => [person, level, counts, whyNot]),
      [
        [third, "substantial", false, "not-accepted"],
        // It was accepted before it was replaced.
        [first, "high", false, "not-accepted"],
        [second, "substantial", true, null],
      ],
    );
  });

  it("pages, and each page knows what was accepted", async () => {
    const { get } = setUp();
    const page = await get(`${url}?limit=1&offset=2`);
    assert.equal(page.headers.get("link"), '<?limit=1&offset=1>; rel="prev"');
    assert.deepEqual(
      page.body.data.map(({ person, counts }: { person: string; counts: boolean }) => [person, counts]),
      [[second, true]],
    );
    assert.deepEqual((await get(`${url}?offset=3`)).body.data, []);
  });

  it("says that certificates of a notary that is not accredited do not count", async () => {
    const { body } = await setUp().get(`/api/v1/notary/${notary.toLowerCase()}`);
    const { data, ...rest } = parseExactly(NotaryResponse, body);
    assert.deepEqual(rest, { ...removed, total: 1, offset: 0, limit: 100 });
    assert.deepEqual([data[0]?.counts, data[0]?.whyNot], [false, "notary-not-accredited"]);
  });

  it("answers 404 for an address that never was one, 400 for what is no address", async () => {
    const { get } = setUp();
    const unknown = await get(`/api/v1/notary/${first}`);
    assert.deepEqual([unknown.status, unknown.body], [404, { error: `Notary not found: ${first}` }]);
    const wrong = await get("/api/v1/notary/0x1");
    assert.deepEqual([wrong.status, wrong.body], [400, { error: "Invalid address: 0x1" }]);
    assert.equal((await get(`${url}?limit=x`)).status, 400);
  });
});

describe("while it is in doubt what is certified", () => {
  const doubts = {
    size: () => 1,
    list: () => [{ agent_id: 0 }],
    isWhole: () => false,
    hasAgent: (agentId: number) => agentId === 0,
    hasWallet: () => false,
    changes: () => 0,
  } as unknown as Doubts;
  const agents = [1, 2].map((agentId) => testAgent({ agentId }));
  const [certified, other] = agents.map(({ agentWallet }) => agentWallet);
  const person = agents[0]?.haftungsperson ?? assert.fail();

  async function ask(urls: string[]): Promise<number[]> {
    const api = await createSigningApi({ agents, doubts });
    fileForPersons(api, [testAccreditation(), testCertificate({ person }), testAcceptance({ person })]);
    const statuses = [];
    for (const url of urls) statuses.push((await api.request(`/api/v1${url}`)).status);
    const body = JSON.stringify({ wallets: [other], policy: { certified: { level: "low" } } });
    const headers = { "content-type": "application/json" };
    const decided = await api.app.request("/api/v1/kya", { method: "POST", headers, body });
    assert.equal(decided.status, 500);
    return statuses;
  }

  it("no answer rests on certificates", async () => {
    const ofPerson = ["/notaries", `/notary/${TEST_NOTARY}`, `/haftungsperson/${person}`];
    const ofWallet = ["at?block=100", "receipt", "binding"].map((rest) => `/kya/${certified}/${rest}`);
    assert.deepEqual(await ask([...ofPerson, ...ofWallet]), [500, 500, 500, 500, 500, 500]);
  });

  it("all that does not is answered, and so is what is signed without one", async () => {
    const urls = [`/kya/${certified}`, "/agent/1", `/kya/${other}/receipt`, `/kya/${other}/binding`];
    assert.deepEqual(await ask(urls), [200, 200, 200, 200]);
  });
});
