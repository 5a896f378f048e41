import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { toActor } from "./filing-actor.ts";

const PARTIES = { agentWallet: "0xWallet", haftungsperson: "0xPerson" };
const by = (filing: object, actor = "0xElse") =>
  toActor({ filing: { ...filing, actor } as Filing, parties: PARTIES });
const report = (actorRole: string) => ({ kind: "revenue-reported", actorRole });

describe("toActor", () => {
  it("the actor of a filing is named by its role then, and as a former one if another holds it now", () => {
    const actors = ["0xWallet", "0xPerson", "0xCreator", "0xFormer", "0xRetired"];
    const roles = ["wallet", "haftungsperson", "creator", "haftungsperson", "wallet"];
    assert.deepEqual(
      actors.map((actor, i) => by(report(roles[i] ?? ""), actor)),
      [
        "by the agent’s wallet",
        "by the Haftungsperson",
        "by the creator",
        "by the former Haftungsperson",
        "by the agent’s former wallet",
      ],
    );
  });

  it("the creator who answers for the agent today filed as its creator before", () => {
    assert.equal(by(report("creator"), "0xPerson"), "by the creator");
  });

  it("who took a place over is named as the new one", () => {
    assert.equal(by({ kind: "wallet-changed", actorRole: "wallet" }), "by the new wallet");
    const handover = { kind: "haftungsperson-changed", actorRole: "haftungsperson" };
    assert.equal(by(handover), "by the new Haftungsperson");
  });

  it("a regulator that is a party as well is named as a regulator", () => {
    assert.equal(by({ kind: "status-changed", actorRole: "regulator" }, "0xPerson"), "by a regulator");
  });

  it("every other role has its name", () => {
    assert.deepEqual(
      ["attester", "parent", "notary", "person", "owner"].map((role) => by(report(role))),
      ["by the attester", "by the parent", "by the notary", "by the person", "by the register’s owner"],
    );
  });

  it("a role that is newer than the page is another party's", () => {
    assert.equal(by(report("of-tomorrow"), "0xWallet"), "by another party");
  });
});
