import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { Registry } from "prom-client";
import { type TestBlock, testBlock } from "../../testing/test-block.ts";
import { createHeaders } from "../node-answers.ts";
import { RpcError } from "../rpc-error.ts";
import type { RpcNode } from "../rpc-node.ts";
import { createAgreement, createAgreementMetrics, NodesDisagree } from "./create-agreement.ts";

const NOW = 1_700_000_000;

/** A chain with a block every two seconds up to now; another branch from `forkedAt` on. */
function makeChain(options: { head?: number; forkedAt?: number; branch?: number } = {}) {
  const { head = 20, forkedAt = head + 1, branch = 0 } = options;
  const blocks: TestBlock[] = [];
  for (let number = 0; number <= head; number += 1) {
    const timestamp = NOW - 2 * (20 - number) + (number >= forkedAt ? branch : 0);
    blocks.push(testBlock({ number, timestamp, parentHash: blocks.at(-1)?.hash ?? `0x${"00".repeat(32)}` }));
  }
  return blocks;
}

/** A node with these blocks; `calls` counts what it was asked for. */
function testNode(name: string, blocks: TestBlock[], change: Partial<RpcNode> = {}) {
  const calls: unknown[] = [];
  const find = (at: unknown) => {
    calls.push(at);
    return (at === "latest" ? blocks.at(-1) : blocks[Number(at)]) ?? null;
  };
  const node: RpcNode = {
    name,
    request: async (_method, params) => find(params[0]),
    requestAll: async (asked) => asked.map(({ params }) => find(params[0])),
    ...change,
  };
  return Object.assign(node, { calls });
}

function agreementOf(nodes: RpcNode[]) {
  const { look } = createAgreement({
    nodes,
    headers: createHeaders(),
    metrics: createAgreementMetrics(new Registry()),
    logger: createLogger({ name: "test", level: "silent" }),
    clock: { now: () => NOW * 1_000 },
  });
  return async () => {
    const { head, nodes: having } = await look(new AbortController().signal);
    return { block: head.number, hash: head.hash, nodes: having.map(({ name }) => name) };
  };
}

const down = async (): Promise<never> => {
  throw new RpcError("unavailable", "connection refused");
};
const throttled = async (): Promise<never> => {
  throw new RpcError("rate-limited", "HTTP 429");
};

describe("what the nodes agree on", () => {
  it("is the newest block of a single node, which is asked for nothing else", async () => {
    const only = testNode("a", makeChain());
    assert.equal((await agreementOf([only])()).block, 20);
    assert.deepEqual(only.calls, ["latest"]);
  });

  it("takes one call of each node and one batch of the highest", async () => {
    const nodes = [
      testNode("a", makeChain({ head: 19 })),
      testNode("b", makeChain()),
      testNode("c", makeChain()),
    ];
    assert.deepEqual(await agreementOf(nodes)(), {
      block: 20,
      hash: makeChain()[20]?.hash,
      nodes: ["b", "c"],
    });
    assert.deepEqual(
      nodes.map(({ calls }) => calls),
      [["latest"], ["latest", "0x13"], ["latest"]],
    );
  });

  it("is what most say if one is on another chain, wherever it stands in the list and however far it is", async () => {
    for (const head of [18, 20, 30]) {
      const liar = testNode("liar", makeChain({ head, forkedAt: 15, branch: 1 }));
      const [a, b] = [testNode("a", makeChain()), testNode("b", makeChain())];
      for (const nodes of [
        [liar, a, b],
        [a, liar, b],
        [a, b, liar],
      ])
        assert.deepEqual((await agreementOf(nodes)()).nodes, ["a", "b"]);
    }
  });

  it("is nothing if two contradict each other, or one does not know the block of the other", async () => {
    const a = testNode("a", makeChain());
    await assert.rejects(
      agreementOf([a, testNode("b", makeChain({ forkedAt: 15, branch: 1 }))])(),
      NodesDisagree,
    );
    const blind = testNode("b", makeChain({ head: 22 }), {
      requestAll: async (asked) => asked.map(() => null),
    });
    await assert.rejects(agreementOf([a, blind])(), { message: "the nodes disagree" });
  });

  it("does not count a node that tells its newest block, but none to compare with", async () => {
    const evasive = testNode("liar", makeChain({ head: 30, forkedAt: 15, branch: 1 }), {
      requestAll: throttled,
    });
    assert.deepEqual((await agreementOf([evasive, testNode("b", makeChain())])()).nodes, ["b"]);
    assert.equal((await agreementOf([evasive])()).block, 30, "alone it is believed");
  });

  it("does without nodes that are down, and says why if all are", async () => {
    const dead = testNode("dead", [], { request: down });
    assert.deepEqual((await agreementOf([dead, testNode("b", makeChain())])()).nodes, ["b"]);
    await assert.rejects(agreementOf([dead, dead])(), { message: "connection refused" });
  });

  it("waits once for a node that hangs, and counts it again when it answers", async (context) => {
    const gate = Promise.withResolvers<unknown>();
    let asked = 0;
    const slow = testNode("slow", makeChain(), {
      request: async (_method, params) => {
        asked += 1;
        if (asked === 1) await gate.promise;
        return makeChain()[params[0] === "latest" ? 20 : Number(params[0])];
      },
    });
    const look = agreementOf([slow, testNode("b", makeChain())]);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const first = look();
    await new Promise(setImmediate);
    context.mock.timers.tick(3_000);
    assert.deepEqual((await first).nodes, ["b"]);
    assert.deepEqual((await look()).nodes, ["b"]);
    assert.equal(asked, 1, "it is not asked twice at once");
    gate.resolve(undefined);
    await new Promise(setImmediate);
    assert.deepEqual((await look()).nodes.toSorted(), ["b", "slow"]);
  });

  it("does not believe a header that does not give its hash", async () => {
    const forged = makeChain().map((block) => ({ ...block, timestamp: "0x1" }));
    const good = testNode("b", makeChain());
    assert.deepEqual((await agreementOf([testNode("forger", forged), good])()).nodes, ["b"]);
    await assert.rejects(agreementOf([testNode("forger", forged)])(), /does not give its hash/);
  });
});
