import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ConsentsResponse } from "@agent-registry/protocol";
import { ApiError } from "../../api/api-error.ts";
import { toAgreement, toAgreementSentence } from "./agreement.ts";

type WalletState = ConsentsResponse["wallet"]["state"];
type PartyState = ConsentsResponse["haftungsperson"]["state"];

const WALLET = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const PERSON = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

function consents(wallet: WalletState, haftungsperson: PartyState, parent: PartyState = "none") {
  return {
    wallet: { state: wallet },
    haftungsperson: { state: haftungsperson, address: PERSON },
    parent: { state: parent },
  } as unknown as ConsentsResponse;
}

const FAILED = new ApiError("failed", "No");
const read = (data: ConsentsResponse | undefined, error: ApiError | null, agentWallet = WALLET) =>
  toAgreement({ data, error, agentWallet });
const agreement = (...states: Parameters<typeof consents>) => read(consents(...states), null);

describe("toAgreement", () => {
  it("an entry is agreed if wallet and Haftungsperson have agreed, whatever the parent says", () => {
    for (const parent of ["agreed", "refused", "none"] as const)
      assert.deepEqual(agreement("agreed", "agreed", parent), { kind: "agreed" });
  });

  it("who has said nothing yet is named", () => {
    assert.deepEqual(agreement("none", "agreed"), { kind: "missing", parties: ["wallet"] });
    assert.deepEqual(agreement("agreed", "none"), { kind: "missing", parties: ["haftungsperson"] });
    assert.deepEqual(agreement("none", "none"), { kind: "missing", parties: ["wallet", "haftungsperson"] });
  });

  it("a refusal weighs more than a missing word, and a release more than both", () => {
    assert.deepEqual(agreement("none", "refused"), { kind: "refused" });
    assert.deepEqual(agreement("released", "refused"), { kind: "released" });
  });

  it("one key as wallet and Haftungsperson is no agreement, however old the answer, but a refusal weighs more", () => {
    const own = (...states: Parameters<typeof consents>) => read(consents(...states), FAILED, PERSON);
    assert.deepEqual(own("agreed", "agreed"), { kind: "self-liable" });
    assert.deepEqual(own("none", "none"), { kind: "self-liable" });
    assert.deepEqual(own("agreed", "refused"), { kind: "refused" });
    assert.equal(
      toAgreementSentence({ kind: "self-liable" }),
      "Wallet and Haftungsperson are one key: nobody else answers for this agent.",
    );
  });

  it("nothing that is still being read or cannot be read is an agreement", () => {
    assert.deepEqual(read(undefined, null), { kind: "reading" });
    assert.deepEqual(read(undefined, FAILED), { kind: "unreadable" });
  });

  it("an old answer that cannot be refreshed is no agreement, but still tells of a refusal", () => {
    assert.deepEqual(read(consents("agreed", "agreed"), FAILED), { kind: "unreadable" });
    assert.deepEqual(read(consents("agreed", "refused"), FAILED), { kind: "refused" });
  });

  it("a state that this page does not know is no agreement", () => {
    assert.equal(agreement("agreed", "later" as PartyState).kind, "missing");
  });
});

describe("toAgreementSentence", () => {
  it("the sentence says who is missing", () => {
    const sentence = (...parties: ("wallet" | "haftungsperson")[]) =>
      toAgreementSentence({ kind: "missing", parties });
    assert.equal(sentence("wallet"), "The wallet has not agreed to this entry.");
    assert.equal(sentence("haftungsperson"), "The Haftungsperson has not agreed to answer for this agent.");
    assert.equal(
      sentence("wallet", "haftungsperson"),
      "Neither the wallet nor the Haftungsperson has agreed to this entry.",
    );
  });
});
