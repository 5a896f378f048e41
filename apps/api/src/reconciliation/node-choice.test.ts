import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RpcNode } from "../chain/rpc-node.ts";
import { createNodeChoice } from "./node-choice.ts";

const toNode = (name: string): RpcNode => ({ name, request: async () => [] });

describe("the node to compare with", () => {
  it("is never the one that gave the logs, if there is another", async () => {
    const nodes = createNodeChoice(["a", "b", "c"].map(toNode));
    await nodes.watched[1]?.request("eth_getLogs", []);
    const picked = new Set(Array.from({ length: 6 }, () => nodes.next().name));
    assert.deepEqual([...picked].sort(), ["a", "c"]);
    await nodes.watched[1]?.request("eth_getBlockByNumber", []);
    await nodes.watched[0]?.request("eth_getLogs", []);
    assert.notEqual(nodes.next().name, "a");
  });

  it("is the only one if there is one, and a second look then goes to it, too", async () => {
    const nodes = createNodeChoice([toNode("a")]);
    await nodes.watched[0]?.request("eth_getLogs", []);
    const node = nodes.next();
    assert.equal(node.name, "a");
    assert.equal(nodes.other(node).name, "a");
  });

  it("is another one for the second look", () => {
    const nodes = createNodeChoice(["a", "b"].map(toNode));
    const node = nodes.next();
    assert.notEqual(nodes.other(node).name, node.name);
  });
});
