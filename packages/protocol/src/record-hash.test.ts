import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { concat, keccak256, pad, stringToBytes, toHex } from "viem";
import { type AgreedRecord, toRecordHash } from "./record-hash.ts";

const record: AgreedRecord = {
  agentId: 7n,
  creator: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  haftungsperson: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  agentWallet: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  constitutionHash: `0x${"11".repeat(32)}`,
  capabilityHash: `0x${"22".repeat(32)}`,
  operationalScope: "Prüft Akten",
  parentAgentId: 3n,
  selfModifying: true,
};

describe("a record's hash", () => {
  it("is that of its nine words in the contract's order", () => {
    const words = [
      pad(toHex(7)),
      pad(record.creator),
      pad(record.haftungsperson),
      pad(record.agentWallet),
      record.constitutionHash,
      record.capabilityHash,
      keccak256(stringToBytes("Prüft Akten")),
      pad(toHex(3)),
      pad(toHex(1)),
    ];
    assert.equal(toRecordHash(record), keccak256(concat(words)));
  });

  it("takes the hash of a scope whose bytes are no text", () => {
    const scopeHash = keccak256("0xff");
    assert.equal(
      toRecordHash({ ...record, scopeHash }),
      toRecordHash({ ...record, scopeHash, operationalScope: "\uFFFD" }),
    );
    assert.notEqual(toRecordHash({ ...record, scopeHash }), toRecordHash(record));
    assert.equal(toRecordHash({ ...record, scopeHash: undefined }), toRecordHash(record));
  });
});
