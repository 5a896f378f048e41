import assert from "node:assert/strict";
import { test } from "node:test";
import { findMissingAgreement } from "./find-missing-agreement.ts";

const agreed = { wallet: true, haftungsperson: true, parent: true };
const notRefused = { haftungsperson: false, parent: false };

test("the agreement of wallet and Haftungsperson is enough; the parent's is not asked for", () => {
  const consents = { ...agreed, parent: false };
  assert.equal(findMissingAgreement({ consents, refusals: { ...notRefused, parent: true } }), undefined);
});

test("everyone who is missing is named", () => {
  const consents = { ...agreed, wallet: false, haftungsperson: false };
  assert.equal(
    findMissingAgreement({ consents, refusals: notRefused }),
    "NOT agreed: the wallet has not agreed to be this agent, and the Haftungsperson has not agreed to answer for it.",
  );
  assert.equal(
    findMissingAgreement({ consents: { ...agreed, wallet: false }, refusals: notRefused }),
    "NOT agreed: the wallet has not agreed to be this agent.",
  );
});

test("a refusal is worse than silence, and does not hide a wallet that has not agreed", () => {
  const consents = { ...agreed, wallet: false, haftungsperson: false };
  assert.equal(
    findMissingAgreement({ consents, refusals: { ...notRefused, haftungsperson: true } }),
    "REFUSED: the Haftungsperson has refused to answer for it, and the wallet has not agreed to be this agent.",
  );
});
