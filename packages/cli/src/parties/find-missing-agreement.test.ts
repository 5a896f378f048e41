import assert from "node:assert/strict";
import { test } from "node:test";
import { findMissingAgreement } from "./find-missing-agreement.ts";

test("nobody is missing if nothing, or something else, speaks against the agent", () => {
  assert.equal(findMissingAgreement([]), undefined);
  assert.equal(findMissingAgreement(["attestation-lapsed", "ancestor-revoked"]), undefined);
});

test("everyone who is missing is named", () => {
  assert.equal(
    findMissingAgreement(["wallet-not-agreed", "haftungsperson-not-agreed"]),
    "NOT agreed: the wallet has not agreed to be this agent, and the Haftungsperson has not agreed to answer for it.",
  );
  assert.equal(
    findMissingAgreement(["wallet-not-agreed"]),
    "NOT agreed: the wallet has not agreed to be this agent.",
  );
});

test("a refusal is worse than silence, and does not hide a wallet that has not agreed", () => {
  assert.equal(
    findMissingAgreement(["wallet-not-agreed", "haftungsperson-refused"]),
    "REFUSED: the Haftungsperson has refused to answer for it, and the wallet has not agreed to be this agent.",
  );
});
