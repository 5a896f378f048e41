import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ActionKind, describeEntryAction, toActions } from "./entry-actions.ts";
import { type Known, type Role, toRoles, toSigners } from "./roles.ts";
import { buildEntry, PEOPLE } from "./testing/build-entry.ts";

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
    assert.equal(offered("haftungsperson"), "agree refuse propose set-attester");
    assert.equal(
      offered("haftungsperson", { haftungsperson: "agreed" }),
      "refuse propose propose-wallet set-attester",
    );
    assert.equal(
      offered("haftungsperson", { haftungsperson: "refused", status: "Suspended" }),
      "agree propose set-attester",
    );
    assert.equal(offered("parent", { parent: "none" }), "agree refuse");
    assert.equal(offered("parent", { parent: "refused" }), "agree");
    assert.equal(offered("parent", { parent: null }), "");
  });

  it("a Haftungsperson who refused and was overruled can refuse again", () => {
    assert.equal(
      offered("haftungsperson", { haftungsperson: "refused" }),
      "agree refuse propose set-attester",
    );
  });

  it("who has agreed is asked again if the record has changed since", () => {
    const entry = buildEntry({ wallet: "agreed", haftungsperson: "agreed" });
    const changed = structuredClone(entry);
    changed.consents.wallet.changedSince = { constitution: false, capabilities: true };
    const asked = (roles: Role[], of = changed) => toActions({ entry: of, roles }).includes("agree-again");
    assert.equal(asked(["wallet"]), true);
    assert.equal(asked(["wallet"], entry), false);
    assert.equal(asked(["haftungsperson"]), false);
    // One signature is for both parts.
    const missing = structuredClone(changed);
    missing.consents.haftungsperson.state = "none";
    const actions = toActions({ entry: missing, roles: ["wallet", "haftungsperson"] });
    assert.deepEqual(actions.slice(0, 2), ["agree", "refuse"]);
    changed.agent.status = "Revoked";
    assert.equal(asked(["wallet"]), false);
  });

  it("a wallet frees itself as long as it has not agreed, but not out of a regulator's suspension", () => {
    assert.equal(offered("wallet"), "agree refuse propose set-attester");
    assert.equal(offered("wallet", { wallet: "agreed" }), "propose set-attester");
    assert.equal(offered("wallet", { status: "Suspended" }), "agree propose set-attester");
    assert.equal(
      offered("wallet", { status: "Suspended", isSuspendedByRefusal: true }),
      "agree refuse propose set-attester",
    );
    assert.equal(offered("wallet", { status: "Revoked" }), "");
    assert.equal(offered("wallet", { status: "Terminated" }), "refuse");
    assert.equal(offered("wallet", { status: "Terminated", wallet: "released" }), "");
  });

  it("a handover is proposed by those who answer, and accepted by the proposed one alone, while the agent has not ended", () => {
    assert.equal(offered("creator"), "propose set-attester");
    assert.equal(offered("creator", { proposed: true }), "propose withdraw set-attester");
    assert.equal(offered("proposed", { proposed: true }), "accept");
    assert.equal(offered("proposed", { proposed: true, status: "Suspended" }), "accept");
    assert.equal(offered("proposed", { proposed: true, status: "Revoked" }), "");
    assert.equal(offered("creator", { status: "Terminated" }), "");
  });

  it("a new wallet is the Haftungsperson's to propose, who has agreed, and the new wallet's to accept", () => {
    const agreed = { haftungsperson: "agreed", pendingWallet: true } as const;
    assert.equal(
      offered("haftungsperson", agreed),
      "refuse propose propose-wallet withdraw-wallet set-attester",
    );
    assert.equal(offered("newWallet", agreed), "accept-wallet");
    assert.equal(offered("newWallet", { ...agreed, status: "Suspended" }), "accept-wallet");
    assert.equal(offered("newWallet", { ...agreed, status: "Terminated" }), "");
    assert.equal(offered("newWallet", { ...agreed, haftungsperson: "refused" }), "");
    assert.equal(offered("wallet", { ...agreed, wallet: "agreed" }), "propose set-attester");
  });

  it("an attester is named and removed by those who answer, and does nothing here itself", () => {
    assert.equal(offered("creator", { attester: true }), "propose set-attester remove-attester");
    assert.equal(offered("creator", { attester: true, status: "Revoked" }), "");
    assert.equal(offered("attester", { attester: true }), "");
    const entry = buildEntry({ attester: true });
    assert.deepEqual(toRoles({ entry, account: PEOPLE.attester, isRegulator: false }), ["attester"]);
  });

  it("a creator whose wallet was replaced has no part in the entry any more", () => {
    assert.equal(offered("creator", { isCreatorRetired: true }), "");
    const signers = toSigners(buildEntry({ isCreatorRetired: true }));
    assert.ok(signers.every(({ role }) => role !== "creator"));
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
    const signers = toSigners(
      buildEntry({ wallet: "released", parent: "none", proposed: true, pendingWallet: true }),
    );
    assert.deepEqual(
      signers.map(({ role, address }) => [role, address]),
      [
        ["haftungsperson", PEOPLE.haftungsperson],
        ["proposed", PEOPLE.proposed],
        ["proposed-wallet", PEOPLE.newWallet],
        ["creator", PEOPLE.creator],
        ["parent", PEOPLE.parent],
      ],
    );
  });
});

describe("what is signed, in words", () => {
  const toStatement = (kind: ActionKind, known: Known) => describeEntryAction(kind, known).statement;
  const toConsequences = (kind: ActionKind, known: Known) => describeEntryAction(kind, known).consequences;
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

  it("an agreement names every part of its signer, since the contract takes it for all of them", () => {
    const known = { entry: buildEntry({ wallet: "agreed" }), roles: ["wallet", "haftungsperson"] as const };
    assert.equal(
      toStatement("agree", known),
      "I agree to agent 7 as its wallet and as its Haftungsperson, as its record stands here.",
    );
    assert.match(toStatement("agree-again", known), /^I agree again to agent 7 as its wallet and/);
  });

  it("what cannot be undone is said", () => {
    const known = { entry: buildEntry(), roles: ["regulator"] as const };
    for (const kind of ["revoke", "release"] as const)
      assert.match(toConsequences(kind, known).join(" "), /cannot be undone/);
  });

  const consequences = (kind: ActionKind, words: Words = {}) =>
    toConsequences(kind, { entry: buildEntry(words), roles: [] }).join(" ");

  it("a new wallet says that the present one is retired for good, who is liable, and what falls with it", () => {
    assert.match(consequences("propose-wallet"), /stays until the new one accepts.+retired for good/);
    assert.doesNotMatch(consequences("propose-wallet"), /the one that is open/);
    assert.match(
      consequences("propose-wallet", { pendingWallet: true }),
      /takes the place of the one that is open/,
    );
    const plain = consequences("accept-wallet");
    assert.match(plain, /retired for good: it cannot come back/);
    assert.match(plain, /liable person stays 0x3C44…93BC/i);
    assert.match(plain, /changes before this is filed, the register refuses/);
    assert.doesNotMatch(plain, /attester|handover/);
    const all = consequences("accept-wallet", { attester: true, proposed: true, status: "Suspended" });
    assert.match(all, /attester is removed.+handover is called off.+stays suspended/);
  });

  it("a new Haftungsperson hears that a proposed wallet is dropped", () => {
    assert.doesNotMatch(consequences("accept"), /new wallet/);
    assert.match(consequences("accept", { pendingWallet: true }), /new wallet .+ is dropped/);
  });

  it("an attester's right is said with its limits", () => {
    assert.match(consequences("set-attester"), /may attest compliance.+may not report revenue/);
    assert.match(consequences("set-attester", { attester: true }), /present attester may no longer attest/);
  });
});
