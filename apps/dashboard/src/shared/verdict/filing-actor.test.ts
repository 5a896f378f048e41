import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { toActor } from "./filing-actor.ts";

const PARTIES = {
  agentWallet: "0xWallet",
  creator: "0xCreator",
  haftungsperson: "0xPerson",
  formerHaftungspersonen: ["0xFormer"],
  formerWallets: ["0xRetired"],
};
const by = (filing: object, actor: string) =>
  toActor({ filing: { ...filing, actor } as Filing, parties: PARTIES });
const status = (newStatus: string, reason = "") => ({ kind: "status-changed", newStatus, reason });
const word = (places: object) => ({ wallet: false, haftungsperson: false, parent: false, ...places });

describe("toActor", () => {
  it("the actor of a filing is named by the party whose address it is", () => {
    const actors = ["0xWallet", "0xPerson", "0xCreator", "0xFormer", "0xRetired", "0xElse"];
    assert.deepEqual(
      actors.map((actor) => by({ kind: "revenue-reported" }, actor)),
      [
        "by the agent’s wallet",
        "by the Haftungsperson",
        "by the creator",
        "by the former Haftungsperson",
        "by the agent’s former wallet",
        "by another party",
      ],
    );
  });

  it("an attestation by none of the parties is the attester's", () => {
    assert.equal(by({ kind: "attested" }, "0xElse"), "by the attester");
    assert.equal(by({ kind: "attested" }, "0xRetired"), "by the agent’s former wallet");
  });

  it("a wallet is proposed by the Haftungsperson of that time and changed by the new one", () => {
    assert.equal(by({ kind: "wallet-proposed" }, "0xPerson"), "by the Haftungsperson");
    assert.equal(by({ kind: "wallet-proposed" }, "0xFormer"), "by the former Haftungsperson");
    assert.equal(by({ kind: "wallet-changed" }, "0xWallet"), "by the new wallet");
    assert.equal(by({ kind: "attester-changed" }, "0xCreator"), "by the creator");
  });

  it("the actor of a filing whose kind is newer than the page is named by its address", () => {
    assert.equal(by({ kind: "of-tomorrow" }, "0xWallet"), "by the agent’s wallet");
  });

  it("suspending, revoking and reactivating are a regulator's, even if it is a party as well", () => {
    for (const newStatus of ["Suspended", "Revoked", "Active"])
      assert.equal(by(status(newStatus, "why"), "0xPerson"), "by a regulator");
  });

  it("a suspension by refusal is the Haftungsperson's, and no regulator's", () => {
    const declined = status("Suspended", "Declined by the Haftungsperson");
    assert.equal(by(declined, "0xPerson"), "by the Haftungsperson");
    assert.equal(by(declined, "0xFormer"), "by the former Haftungsperson");
  });

  it("a termination is the wallet's or a regulator's by the way it came about", () => {
    assert.equal(by(status("Terminated"), "0xCreator"), "by the creator");
    assert.equal(by(status("Terminated", "Declined by the wallet"), "0xWallet"), "by the agent’s wallet");
    assert.equal(by(status("Terminated", "Wallet released by a regulator"), "0xReg"), "by a regulator");
  });

  it("who agrees or refuses is named by the place it speaks from", () => {
    const given = (places: object) => ({ kind: "consent-given", given: word(places) });
    const refused = (places: object) => ({ kind: "consent-refused", refused: word(places) });
    assert.equal(by(given({ wallet: true, parent: true }), "0xWallet"), "by the agent’s wallet");
    assert.equal(by(given({ wallet: true }), "0xRetired"), "by the agent’s former wallet");
    assert.equal(by(refused({ haftungsperson: true }), "0xFormer"), "by the former Haftungsperson");
    assert.equal(by(refused({ parent: true }), "0xElse"), "by the parent");
  });

  it("a release is the wallet's own or a regulator's", () => {
    const released = { kind: "wallet-released", agentWallet: "0xWallet" };
    assert.equal(by(released, "0xWallet"), "by the agent’s wallet");
    assert.equal(by(released, "0xReg"), "by a regulator");
  });

  it("what concerns certificates and notaries was filed by those who may", () => {
    const parties = { person: "0xCertified", notary: "0xNotary" };
    assert.equal(by({ kind: "person-certified", ...parties }, "0xNotary"), "by the notary");
    assert.equal(by({ kind: "certificate-accepted", ...parties }, "0xCertified"), "by the person");
    assert.deepEqual(
      ["0xCertified", "0xNotary", "0xElse"].map((actor) =>
        by({ kind: "certificate-ended", ...parties }, actor),
      ),
      ["by the person", "by the notary", "by a regulator"],
    );
    assert.equal(by({ kind: "notary-removed", notary: "0xNotary" }, "0xElse"), "by the register’s owner");
  });
});
