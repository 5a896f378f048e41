import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toBloom } from "./node-answers.ts";
import { validateReceipts } from "./read-receipts.ts";

const REGISTRY = `0x${"aa".repeat(20)}`;
const HASH = `0x${"11".repeat(32)}`;

function toLog(logIndex: number, address: string) {
  const topics = [`0x${String(logIndex).padStart(64, "0")}`];
  const place = { blockNumber: "0x7", blockHash: HASH, transactionHash: HASH };
  return { address, topics, data: "0x", logIndex: `0x${logIndex.toString(16)}`, ...place };
}

describe("validateReceipts", () => {
  const logs = [toLog(0, `0x${"bb".repeat(20)}`), toLog(1, REGISTRY), toLog(2, `0x${"cc".repeat(20)}`)];
  const receipts = [
    { blockHash: HASH, logs: logs.slice(0, 2) },
    { blockHash: HASH, logs: [] },
    { blockHash: HASH, logs: logs.slice(2) },
  ];
  const header = { number: 7, hash: HASH, parentHash: "", timestamp: 0, logsBloom: toBloom(logs) };
  const validate = (given: unknown[]) => validateReceipts(given, { header, address: REGISTRY });

  it("the Registry's logs are taken from receipts that are complete", () => {
    assert.deepEqual(
      validate(receipts).map(({ logIndex }) => logIndex),
      [1],
    );
    assert.equal(validate([...receipts].reverse()).length, 1, "in whatever order");
  });

  const lies: Record<string, unknown[]> = {
    "lack a log in the middle": [{ blockHash: HASH, logs: [logs[0], logs[2]] }],
    "lack the last log": receipts.slice(0, 2),
    "are none": [],
    "are of another block": receipts.map((receipt) => ({ ...receipt, blockHash: `0x${"22".repeat(32)}` })),
    "hold an error": [new Error("busy"), ...receipts],
    "hold a log without topics": [{ blockHash: HASH, logs: [{ ...logs[0], topics: null }] }],
  };
  for (const [name, given] of Object.entries(lies)) {
    it(`receipts that ${name} are refused`, () => {
      assert.throws(() => validate(given), { name: "RpcError", kind: "untrue", message: /block 7/ });
    });
  }
});
