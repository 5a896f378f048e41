import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { toStories } from "./filing-stories.ts";

const REFUSED = { kind: "consent-refused", transactionHash: "0x1", actor: "0xPerson" };
const RELEASED = { kind: "wallet-released", transactionHash: "0x1", actor: "0xPerson" };
const SUSPENDED = {
  kind: "status-changed",
  newStatus: "Suspended",
  cause: "haftungsperson-declined",
  transactionHash: "0x1",
  actor: "0xPerson",
};

/** The kinds of each story's filings, from a history that is the newest first. */
function kinds(...filings: object[]): string[] {
  const numbered = filings.map((filing, index) => ({
    number: filings.length - index,
    filing: filing as Filing,
  }));
  return toStories(numbered).map(({ number, filing, others }) =>
    [number, filing.kind, ...others.map(({ kind }) => kind)].join(" "),
  );
}

describe("toStories", () => {
  it("all that one decline files is one story, under its newest number", () => {
    assert.deepEqual(kinds(SUSPENDED, REFUSED, { kind: "attested" }), [
      "3 status-changed consent-refused",
      "1 attested",
    ]);
    assert.deepEqual(kinds(SUSPENDED, REFUSED, RELEASED), [
      "3 status-changed consent-refused wallet-released",
    ]);
    assert.deepEqual(kinds(REFUSED, RELEASED), ["2 consent-refused wallet-released"]);
  });

  it("what another actor or transaction filed stays a story of its own", () => {
    assert.equal(kinds(SUSPENDED, { ...REFUSED, transactionHash: "0x2" }).length, 2);
    assert.equal(kinds(SUSPENDED, { ...REFUSED, actor: "0xElse" }).length, 2);
    assert.equal(kinds({ ...SUSPENDED, cause: "suspended" }, REFUSED).length, 2);
  });

  it("what falls with a former wallet or Haftungsperson is told with the change, under its newest number", () => {
    const call = { transactionHash: "0x3", actor: "0xNew" };
    const replaced = { ...call, kind: "wallet-changed" };
    const noAttester = { ...call, kind: "attester-changed", newAttester: null };
    const noHandover = { ...call, kind: "haftungsperson-proposed", newProposal: null };
    assert.deepEqual(kinds(noHandover, noAttester, replaced, { kind: "attested" }), [
      "4 wallet-changed haftungsperson-proposed attester-changed",
      "1 attested",
    ]);
    const handedOver = { ...call, kind: "haftungsperson-changed" };
    const noWallet = { ...call, kind: "wallet-proposed", newProposal: null };
    assert.deepEqual(kinds(noWallet, handedOver), ["2 haftungsperson-changed wallet-proposed"]);

    // Named afterwards, or in another transaction: a filing of its own.
    assert.equal(kinds({ ...noAttester, newAttester: "0xKey" }, replaced).length, 2);
    assert.equal(kinds({ ...noAttester, transactionHash: "0x4" }, replaced).length, 2);
    assert.equal(kinds(noWallet, { kind: "attested" }).length, 2);
  });

  it("two refusals in one transaction stay two", () => {
    assert.equal(kinds(REFUSED, REFUSED).length, 2);
  });
});
