import assert from "node:assert/strict";
import { test } from "node:test";
import { explainParties } from "./verdict-words.ts";

test("nothing is amiss with the parties if nothing, or something else, speaks against the agent", () => {
  assert.equal(explainParties([]), undefined);
  assert.equal(explainParties(["attestation-lapsed", "ancestor-revoked"]), undefined);
});

test("everyone who is missing is named", () => {
  assert.equal(
    explainParties(["wallet-not-agreed", "haftungsperson-not-agreed"]),
    "NOT agreed: the wallet has not agreed to be this agent, and the Haftungsperson has not agreed to answer for it.",
  );
  assert.equal(
    explainParties(["wallet-not-agreed"]),
    "NOT agreed: the wallet has not agreed to be this agent.",
  );
});

test("a refusal is worse than silence, and does not hide a wallet that has not agreed", () => {
  assert.equal(
    explainParties(["wallet-not-agreed", "haftungsperson-refused"]),
    "REFUSED: the Haftungsperson has refused to answer for it, and the wallet has not agreed to be this agent.",
  );
});

test("one key as wallet and Haftungsperson is told, and hides nobody who has not agreed", () => {
  assert.equal(
    explainParties(["haftungsperson-is-the-wallet"]),
    "SELF-LIABLE: wallet and Haftungsperson are one key, so that nobody else answers for it.",
  );
  assert.match(
    explainParties(["wallet-not-agreed", "haftungsperson-is-the-wallet"]) ?? "",
    /^NOT agreed: the wallet has not agreed to be this agent, and wallet and Haftungsperson are one key/,
  );
});

test("a Haftungsperson whom no notary vouches for is told, and hides nobody who has not agreed", () => {
  assert.match(
    explainParties(["haftungsperson-not-agreed", "haftungsperson-not-certified"]) ?? "",
    /^NOT agreed: the Haftungsperson has not agreed .*, and no notary that is asked for has certified/,
  );
  assert.equal(
    explainParties(["certificate-ended"]),
    "NOT certified any more: the notary's certificate of who the Haftungsperson is has ended.",
  );
});
