import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ChainReader } from "./chain-reader.ts";
import { INDEXED_TOPICS } from "./decode-event.ts";
import { type BlockHeader, type ChainLog, toBloom } from "./node-answers.ts";
import { createLogsCheck } from "./read-blocks.ts";
import { RpcError } from "./rpc-error.ts";

const REGISTRY = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512";
const [FIRST = "", SECOND = ""] = INDEXED_TOPICS;
const check = createLogsCheck({ registryAddress: REGISTRY });

function toLog(topic: string, logIndex = 0): ChainLog {
  const blockHash = `0x${"11".repeat(32)}`;
  return { blockNumber: 7, blockHash, logIndex, transactionHash: "", topics: [topic], data: "0x" };
}
const bloomOf = (...topics: string[]) => toBloom([{ address: REGISTRY, topics }]);
const header = (logsBloom: string): BlockHeader => ({
  number: 7,
  hash: `0x${"11".repeat(32)}`,
  parentHash: "",
  timestamp: 0,
  logsBloom,
});
/** Every bit is set, as on chains with large blocks: "maybe" for every value. */
const FULL = `0x${"f".repeat(512)}`;

type Given = { logs?: ChainLog[]; receipts?: ChainLog[] };

/** A node that gives these logs and these receipts. What is left out here it does not have. */
function createNode({ logs, receipts }: Given) {
  const asked: string[] = [];
  const fail = () => new RpcError("unavailable", "not here");
  const node = {
    getBlocks: async () => ({ headers: [header(FULL)], withLogs: null }),
    getLogsOfBlocks: async (headers: BlockHeader[]) => {
      if (headers.length > 0) asked.push("logs");
      if (logs === undefined) throw fail();
      return headers.map(() => logs);
    },
    getLogsFromReceipts: async (headers: BlockHeader[]) => {
      if (headers.length > 0) asked.push("receipts");
      return headers.map(() => receipts ?? fail());
    },
  };
  return { asked, node: node as Partial<ChainReader> as ChainReader };
}

async function run(options: { bloom: string; logs: ChainLog[]; own?: Given; others?: Given[] }) {
  const own = createNode(options.own ?? {});
  const others = (options.others ?? []).map(createNode);
  const blocks = [{ header: header(options.bloom), logs: options.logs }];
  const checked = await check({ reader: own.node, others: others.map(({ node }) => node), blocks });
  return { logs: checked[0]?.logs, asked: [own.asked, ...others.map(({ asked }) => asked)] };
}

describe("createLogsCheck", () => {
  it("asks nobody if the logs are all that the header tells of", async () => {
    const logs = [toLog(FIRST)];
    assert.deepEqual(await run({ bloom: bloomOf(FIRST), logs }), { logs, asked: [[]] });
    assert.deepEqual(await run({ bloom: bloomOf(), logs: [] }), { logs: [], asked: [[]] });
    assert.deepEqual(await run({ bloom: "", logs: [] }), { logs: [], asked: [[]] }, "no filter");
  });

  it("takes the logs that the receipts show, whether they are more or the same", async () => {
    const bloom = bloomOf(FIRST, SECOND);
    const all = [toLog(FIRST), toLog(SECOND, 1)];
    const result = await run({ bloom, logs: [toLog(FIRST)], own: { receipts: all } });
    assert.deepEqual(result, { logs: all, asked: [["receipts"]] });
    const same = await run({ bloom, logs: [toLog(FIRST)], own: { receipts: [toLog(FIRST)] } });
    assert.deepEqual(same.logs, [toLog(FIRST)], "the filter said maybe by chance");
  });

  it("takes another node's logs if they are all that the header tells of", async () => {
    const result = await run({ bloom: bloomOf(FIRST), logs: [], others: [{}, { logs: [toLog(FIRST)] }] });
    assert.deepEqual(result.logs, [toLog(FIRST)]);
  });

  it("throws if no node can explain the block, even if all leave out the same", async () => {
    const options = { bloom: bloomOf(FIRST), logs: [], own: { logs: [] }, others: [{ logs: [] }] };
    await assert.rejects(run(options), { kind: "untrue", message: /block 7 / });
  });

  it("believes two equal answers if the filter is too full to mean anything, and else the receipts", async () => {
    const [first, all] = [[toLog(FIRST)], [toLog(FIRST), toLog(SECOND, 1)]];
    const elsewhere = await run({ bloom: FULL, logs: first, others: [{ logs: first }] });
    assert.deepEqual(elsewhere, { logs: first, asked: [[], ["logs"]] });
    const again = await run({ bloom: FULL, logs: first, own: { logs: first }, others: [{}] });
    assert.deepEqual(again, { logs: first, asked: [["logs"], ["logs"]] });
    const other = await run({ bloom: FULL, logs: first, own: { receipts: all }, others: [{ logs: all }] });
    assert.deepEqual(other, { logs: all, asked: [["receipts"], ["logs"]] });
  });
});
