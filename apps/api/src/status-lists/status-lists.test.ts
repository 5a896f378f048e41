import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { gunzipSync, inflateSync } from "node:zlib";
import { AGENT_STATUSES } from "@agent-registry/protocol";
import { AGENTS_PER_LIST, BINDING_LIFETIME_SECONDS, findStatus } from "@agent-registry/protocol/signed";
import { numberToHex } from "viem";
import { toKindNumber } from "../index/filing-data.ts";
import { TABLES } from "../index/schema.ts";
import type { Doubts } from "../reconcile/doubts.ts";
import { TEST_REGISTRY } from "../testing/test-api.ts";
import { fileForPersons, testCertificate } from "../testing/test-certificates.ts";
import {
  TEST_BLOCK,
  TEST_NOW,
  type TestFiling,
  testAddress,
  testAgent,
  testReplacement,
} from "../testing/test-rows.ts";
import { createSigningApi, TEST_ISSUER } from "../testing/test-signing.ts";

const WEEK = 604_800;
const LIST = "/api/v1/status-lists/0";
const exp = TEST_NOW + 900;
const attestedFor = (lapse: number) => lapse - WEEK;

const agents = [
  testAgent({ agentId: 1 }),
  testAgent({ agentId: 2, status: "Revoked" }),
  testAgent({ agentId: 3, status: "Terminated", lastAttestation: 0 }),
  testAgent({ agentId: 4, status: "Suspended", lastAttestation: 0 }),
  testAgent({ agentId: 5, lastAttestation: attestedFor(exp - 1) }),
  testAgent({ agentId: 6, lastAttestation: attestedFor(exp) }),
  testAgent({ agentId: 7, lastAttestation: attestedFor(exp + 1) }),
  testAgent({ agentId: 8, lastAttestation: 0 }),
];

const toBytes = (claims: { status_list: { lst: string } }) =>
  inflateSync(Buffer.from(claims.status_list.lst, "base64url"));
const toValues = (claims: { status_list: { lst: string }; size: number }) =>
  Array.from({ length: claims.size }, (_, index) => findStatus(toBytes(claims), index));

describe("status lists", () => {
  it("judge every agent at the end of the list, so that no lapse makes one wrong", async () => {
    const api = await createSigningApi({ agents });
    await api.statusLists.look();
    const { claims, header } = await api.getToken(LIST);
    assert.equal(header.typ, "statuslist+jwt");
    assert.deepEqual(toValues(claims), [1, 0, 1, 1, 2, 3, 0, 0, 3]);
    const { status_list, sha256, ...rest } = claims;
    assert.deepEqual(rest, {
      iss: TEST_ISSUER,
      sub: `${TEST_ISSUER}${LIST}`,
      iat: TEST_NOW,
      exp,
      ttl: 300,
      chain: {
        id: "eip155:84532",
        registry: TEST_REGISTRY.toLowerCase(),
        block: TEST_BLOCK.number,
        hash: TEST_BLOCK.hash,
      },
      first: 0,
      size: 9,
    });
    assert.equal(status_list.bits, 2);
    assert.equal(status_list.aggregation_uri, `${TEST_ISSUER}/api/v1/status-lists`);
    assert.equal(sha256, createHash("sha256").update(toBytes(claims)).digest("base64url"));
  });

  it("hold a million agents each, and are listed", async () => {
    const last = testAgent({ agentId: AGENTS_PER_LIST + 1, status: "Suspended" });
    const api = await createSigningApi({ agents: [testAgent({ agentId: 1 }), last] });
    await api.statusLists.look();
    const { claims } = await api.getToken("/api/v1/status-lists/1");
    assert.deepEqual([claims.first, claims.size, toValues(claims)], [AGENTS_PER_LIST, 2, [0, 2]]);
    const all = await (await api.request("/api/v1/status-lists")).json();
    assert.deepEqual(all, { status_lists: [0, 1].map((n) => `${TEST_ISSUER}/api/v1/status-lists/${n}`) });
    for (const list of ["2", "-1", "x", "99999999999"])
      assert.deepEqual(await api.getError(`/api/v1/status-lists/${list}`), [
        404,
        `No such status list: ${list}`,
      ]);
    assert.equal((await api.getError(`${LIST}?time=1686925000`))[0], 501);
  });

  it("are sent compressed, and not again to those who have them", async () => {
    const agent = testAgent();
    const noise = createHash("shake256", { outputLength: 4_000 }).update("standings").digest();
    const many = Array.from(noise, (byte, i) => ({
      ...agent,
      agentId: i + 1,
      agentWallet: numberToHex(i + 1, { size: 20 }),
      lastAttestation: byte & 1 ? agent.lastAttestation : 0,
      status: AGENT_STATUSES[(byte >> 1) & 1] ?? "Active",
    }));
    const api = await createSigningApi({ agents: many });
    await api.statusLists.look();
    const plain = await api.request(LIST);
    const zipped = await api.request(LIST, { "accept-encoding": "gzip" });
    assert.equal(zipped.headers.get("content-type"), "application/statuslist+jwt");
    assert.equal(zipped.headers.get("cache-control"), "public, max-age=60");
    assert.equal(zipped.headers.get("content-encoding"), "gzip");
    const token = await plain.text();
    assert.equal(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString(), token);
    const etag = plain.headers.get("etag") ?? "";
    assert.equal((await api.request(LIST, { "if-none-match": etag })).status, 304);
  });

  it("are built anew after a minute, after blocks were taken back, and soon after a status has changed", async () => {
    const api = await createSigningApi({ agents });
    const { look } = api.statusLists;
    const issuedAt = async () => (await api.getToken(LIST)).claims.iat - TEST_NOW;
    assert.deepEqual(await api.getError(LIST), [500, "RPC failure: the status lists are being built"]);
    await look();
    api.pass(59_000);
    await look();
    assert.equal(await issuedAt(), 0);
    api.pass(1_000);
    await look();
    assert.equal(await issuedAt(), 60);
    // One more suspension, like the one that is there already.
    api.execute(`insert into filings select sequence + 100, agent_id, position + 1, report_position, block_number,
        block_hash, log_index + 100, transaction_hash, timestamp, actor, kind, data, enforcement
      from filings where agent_id = 4 and kind = ${toKindNumber("status-changed")};
      update blocks set last_sequence = (select max(sequence) from filings)`);
    api.pass(1_000);
    await look();
    assert.equal(await issuedAt(), 60, "changes are gathered for two seconds");
    api.pass(1_000);
    await look();
    assert.equal(await issuedAt(), 62);
    api.pass(59_000);
    await look();
    assert.equal(await issuedAt(), 62, "a change is told once");
    api.status.rewindCount += 1;
    api.pass(1_000);
    assert.equal((await api.getError(LIST))[0], 500, "a list of blocks that were taken back is void");
    await look();
    assert.equal(await issuedAt(), 122);
  });

  it("ask about agents whose parties have changed until every binding from before has ended", async () => {
    const tenMinutes = 600;
    const lastEnd = TEST_NOW - BINDING_LIFETIME_SECONDS - tenMinutes;
    const before = { consents: 0, refusals: 0, wallet_word: 0, haftungsperson_word: 0, parent_word: 0 };
    const refusedAt = (timestamp: number): TestFiling => ({
      kind: "consent-refused",
      timestamp,
      data: { refusals: 1, suspends: false, before },
    });
    const replacedAt = (timestamp: number, wallet: number) =>
      testReplacement({ oldWallet: testAddress(wallet), newWallet: testAddress(wallet + 1), timestamp });
    const registeredAt = lastEnd - 10;
    const api = await createSigningApi({
      agents: [1, 2, 3, 4].map((agentId) => testAgent({ agentId, registeredAt })),
      filed: {
        1: [refusedAt(lastEnd - 1)],
        2: [refusedAt(lastEnd)],
        3: [replacedAt(lastEnd - 1, 0xd0)],
        4: [replacedAt(lastEnd, 0xd4)],
      },
    });
    await api.statusLists.look();
    const { claims } = await api.getToken(LIST);
    assert.equal(claims.iat, TEST_NOW);
    assert.deepEqual(toValues(claims), [1, 0, 3, 0, 3]);
  });

  it("ask about every agent of a person whose certificate has changed, however many there are", async () => {
    const person = testAddress(0xb0001);
    const api = await createSigningApi({ agents: [testAgent({ haftungsperson: person })] });
    const columns = Object.keys(TABLES.agents.columns).join(", ");
    const selected = columns.replace("agent_id", "n").replace("agent_wallet", "agent_wallet || n");
    const few = testAddress(0xb0002);
    api.execute(`with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 12000)
      insert into agents (${columns}) select ${selected} from agents cross join numbers;
      update agents set haftungsperson = '${few}' where agent_id in (7, 11000);
      update agents set haftungsperson = '${testAddress(0xb0003)}' where agent_id = 8;
      update blocks set last_agent_id = 12000`);
    fileForPersons(api, [testCertificate({ person }), testCertificate({ person: few })]);
    await api.statusLists.look();
    const values = toValues((await api.getToken(LIST)).claims);
    assert.deepEqual(
      values.flatMap((value, agentId) => (value === 3 ? [] : [agentId])),
      [0, 8],
    );
  });

  it("are compared with the index every hour and after blocks were taken back, and built anew if they differ", async () => {
    const api = await createSigningApi({ agents });
    const { look, check } = api.statusLists;
    const valueOfFirst = async () => toValues((await api.getToken(LIST)).claims)[1];
    await look();
    // What no filing says, as if a mend had put another event in its place.
    api.execute("update agents set status = 2 where agent_id = 1");
    api.pass(60_000);
    await look();
    await check();
    api.pass(2_000);
    await look();
    assert.equal(await valueOfFirst(), 0, "not yet compared");
    api.status.rewindCount += 1;
    await look();
    await check();
    await look();
    assert.equal(await valueOfFirst(), 1);
    api.execute("update agents set status = 1 where agent_id = 1");
    api.pass(3_600_000);
    await look();
    assert.equal(await valueOfFirst(), 1);
    await check();
    await look();
    assert.equal(await valueOfFirst(), 2);
  });

  it("are neither built nor served from an index that may be old, nor served once expired", async () => {
    const api = await createSigningApi({ agents });
    await api.statusLists.look();
    api.passInSilence(60_001);
    await api.statusLists.look();
    assert.equal((await api.getError(LIST))[0], 500);
    api.pass(0);
    assert.equal((await api.getToken(LIST)).claims.iat, TEST_NOW);
    api.pass(840_000);
    assert.equal((await api.getError(LIST))[0], 500);
  });

  it("vouch for no agent that is in doubt, and for none if all are", async () => {
    let isWhole = false;
    const doubts = {
      size: () => 2,
      list: () => [{ agent_id: 1 }, { agent_id: 77 }],
      isWhole: () => isWhole,
      changes: () => 0,
    } as unknown as Doubts;
    const api = await createSigningApi({ agents, doubts });
    await api.statusLists.look();
    assert.deepEqual(toValues((await api.getToken(LIST)).claims), [1, 3, 1, 1, 2, 3, 0, 0, 3]);
    isWhole = true;
    api.pass(60_000);
    await assert.rejects(api.statusLists.look(), /many agents differ/);
  });
});
