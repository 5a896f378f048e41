import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { StoredEntry } from "@agent-registry/protocol/proof";
import type { ReceiptClaims } from "@agent-registry/protocol/signed";
import { block, entry, NOW, receiptClaims, WALLET } from "../testing/test-issuer.ts";
import { findContradictions } from "./prove-fraud.ts";

/** What the chain holds if the receipt is true. */
const stored: StoredEntry = {
  ...entry,
  agentWallet: WALLET,
  selfModifying: false,
  parentAgentId: 0,
  refusals: { haftungsperson: false, parent: false },
};
const header = { number: block.number, timestamp: block.timestamp };
const lies = (claims: ReceiptClaims, held: StoredEntry | null) =>
  findContradictions(claims, { entry: held, header }).map(({ claim }) => claim);
const lieAbout = (changed: object) => ({ ...receiptClaims(), ...changed }) as ReceiptClaims;

describe("findContradictions", () => {
  it("finds none in a receipt that is true, whatever the order of those who agreed", () => {
    assert.deepEqual(lies(receiptClaims(), stored), []);
    assert.deepEqual(lies(lieAbout({ consents: ["haftungsperson", "wallet"] }), stored), []);
    assert.deepEqual(lies(receiptClaims({ entry: null }), null), []);
  });

  it("finds each claim that is false", () => {
    const cases: [changed: object, claims: string[]][] = [
      [{ agentId: 6 }, ["agentId"]],
      [
        { agentStatus: "Suspended", verdict: "non-compliant", reason: "suspended" },
        ["verdict", "reason", "agentStatus"],
      ],
      [{ lastAttestation: NOW, validUntil: NOW + 604_800 }, ["lastAttestation", "validUntil"]],
      [{ haftungsperson: WALLET }, ["haftungsperson"]],
      [{ consents: ["wallet", "haftungsperson", "parent"] }, ["consents"]],
      [{ block: { ...block, timestamp: NOW } }, ["block.timestamp"]],
      [{ block: { ...block, number: 1 } }, ["block.number"]],
      // The record does not belie this verdict by its status; it was lapsed when it was issued.
      [{ iat: NOW + 700_000 }, ["verdict", "reason"]],
    ];
    for (const [changed, claims] of cases) assert.deepEqual(lies(lieAbout(changed), stored), claims);
  });

  it("finds an agent denied, and an agent invented", () => {
    const about = [
      "agentId",
      "verdict",
      "reason",
      "agentStatus",
      "lastAttestation",
      "validUntil",
      "haftungsperson",
      "consents",
    ];
    assert.deepEqual(lies(receiptClaims({ entry: null }), stored), about);
    assert.deepEqual(lies(receiptClaims(), null), about);
  });
});
