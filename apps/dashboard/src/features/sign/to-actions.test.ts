import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toConsequences, toStatement } from "./action-words.ts";
import { toRoles, toSigners } from "./entry-roles.ts";
import { buildEntry, PEOPLE } from "./testing/build-entry.ts";
import { toActions } from "./to-actions.ts";

type Who = keyof typeof PEOPLE | "regulator";
type Words = Parameters<typeof buildEntry>[0];

/** What this person is offered in an entry of this state. */
function offered(who: Who, words: Words = {}): string {
  const entry = buildEntry(words);
  const account = PEOPLE[who === "regulator" ? "stranger" : who].toLowerCase();
  const roles = toRoles({ entry, account, isRegulator: who === "regulator" });
  return toActions({ entry, roles }).join(" ");
}

describe("toActions", () => {
  it("each party says its word, and takes it back", () => {
    assert.equal(offered("haftungsperson"), "agree refuse propose");
    assert.equal(offered("haftungsperson", { haftungsperson: "agreed" }), "refuse propose");
    assert.equal(
      offered("haftungsperson", { haftungsperson: "refused", status: "Suspended" }),
      "agree propose",
    );
    assert.equal(offered("parent", { parent: "none" }), "agree refuse");
    assert.equal(offered("parent", { parent: "refused" }), "agree");
    assert.equal(offered("parent", { parent: null }), "");
  });

  it("a Haftungsperson who refused and was overruled can refuse again", () => {
    assert.equal(offered("haftungsperson", { haftungsperson: "refused" }), "agree refuse propose");
  });

  it("a wallet frees itself as long as it has not agreed, but not out of a suspension", () => {
    assert.equal(offered("wallet"), "agree refuse propose");
    assert.equal(offered("wallet", { wallet: "agreed" }), "propose");
    assert.equal(offered("wallet", { status: "Suspended" }), "agree propose");
    assert.equal(offered("wallet", { status: "Revoked" }), "");
    assert.equal(offered("wallet", { status: "Terminated" }), "refuse");
    assert.equal(offered("wallet", { status: "Terminated", wallet: "released" }), "");
  });

  it("a handover is proposed by those who answer, and accepted by the proposed one alone, while the agent has not ended", () => {
    assert.equal(offered("creator"), "propose");
    assert.equal(offered("creator", { proposed: true }), "propose withdraw");
    assert.equal(offered("proposed", { proposed: true }), "accept");
    assert.equal(offered("proposed", { proposed: true, status: "Suspended" }), "accept");
    assert.equal(offered("proposed", { proposed: true, status: "Revoked" }), "");
    assert.equal(offered("creator", { status: "Terminated" }), "");
  });

  it("a regulator does what leads somewhere from the present state", () => {
    assert.equal(offered("regulator"), "suspend revoke release");
    assert.equal(offered("regulator", { wallet: "agreed" }), "suspend revoke");
    assert.equal(offered("regulator", { status: "Suspended", wallet: "agreed" }), "reactivate revoke");
    assert.equal(offered("regulator", { status: "Revoked" }), "release");
    assert.equal(offered("regulator", { status: "Revoked", wallet: "released" }), "");
  });

  it("a stranger is offered nothing, and told whose signature is needed", () => {
    assert.equal(offered("stranger"), "");
    const signers = toSigners(buildEntry({ wallet: "released", parent: "none", proposed: true }));
    assert.deepEqual(
      signers.map(({ role, address }) => [role, address]),
      [
        ["haftungsperson", PEOPLE.haftungsperson],
        ["proposed", PEOPLE.proposed],
        ["creator", PEOPLE.creator],
        ["parent", PEOPLE.parent],
      ],
    );
  });
});

describe("what is signed, in words", () => {
  const refusal = (roles: ("wallet" | "haftungsperson" | "parent")[], words: Words = {}) => {
    const known = { entry: buildEntry(words), roles };
    return [toStatement("refuse", known), ...toConsequences("refuse", known)].join(" ");
  };

  it("a refusal says in whose name, and what becomes of the agent", () => {
    assert.match(
      refusal(["haftungsperson"]),
      /^I refuse agent 7 as its Haftungsperson\. .*suspended at once/,
    );
    assert.doesNotMatch(refusal(["haftungsperson"], { status: "Suspended" }), /suspended at once/);
    assert.match(refusal(["wallet"]), /^I refuse agent 7 as its wallet\. The agent is terminated for good/);
    assert.match(refusal(["parent"], { parent: "agreed" }), /for its parent\. .*changes nothing else/);
    // The contract takes both parts at once, and the end weighs more than a suspension.
    const both = refusal(["wallet", "haftungsperson"]);
    assert.match(both, /as its wallet and as its Haftungsperson\. The agent is terminated for good/);
    assert.doesNotMatch(both, /suspended at once/);
  });

  it("an agreement names the parts that are missing alone", () => {
    const known = { entry: buildEntry({ wallet: "agreed" }), roles: ["wallet", "haftungsperson"] as const };
    assert.equal(
      toStatement("agree", known),
      "I agree to agent 7 as its Haftungsperson, as its record stands here.",
    );
  });

  it("what cannot be undone is said", () => {
    const known = { entry: buildEntry(), roles: ["regulator"] as const };
    for (const kind of ["revoke", "release"] as const)
      assert.match(toConsequences(kind, known).join(" "), /cannot be undone/);
  });
});
