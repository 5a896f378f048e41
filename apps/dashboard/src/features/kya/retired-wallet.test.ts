import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { WalletEntriesResponse } from "@agent-registry/protocol";
import { findRetired, toRetiredVerdict } from "./retired-wallet.ts";

const SINCE = "2026-10-03T12:00:00.000Z";
const PRESENT = `0x${"2".repeat(40)}`;
const entry = (agentId: number, retired: { since: string } | null) =>
  ({ agentId, agentWallet: PRESENT, retired }) as WalletEntriesResponse["data"][number];
const RETIRED = { agentId: 7, since: SINCE, presentWallet: PRESENT };

describe("findRetired", () => {
  it("finds the agent whose wallet it was, among other records that named it", () => {
    assert.deepEqual(findRetired({ data: [entry(7, { since: SINCE }), entry(3, null)] }), RETIRED);
    assert.equal(findRetired({ data: [entry(3, null)] }), null);
    assert.equal(findRetired({ data: [] }), null);
  });

  it("a wallet that was replaced later was not yet replaced then", () => {
    const entries = { data: [entry(7, { since: SINCE })] };
    assert.equal(findRetired(entries, "2026-10-03T11:59:59.000Z"), null);
    assert.deepEqual(findRetired(entries, SINCE), RETIRED);
  });
});

describe("toRetiredVerdict", () => {
  it("says whose wallet it was, until when, and that it is not to be served", () => {
    const { title, text } = toRetiredVerdict(RETIRED);
    assert.match(title, /^Not registered: .+replaced/);
    assert.match(text, /^It was the wallet of agent 7 until 3 October 2026/);
    assert.match(text, /is not the agent/);
    assert.match(text, /Do not provision services/);
    assert.match(text, /present wallet/);
  });
});
