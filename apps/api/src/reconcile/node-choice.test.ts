import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNodeChoice } from "../chain/agreement/create-agreement.ts";
import type { RpcNode } from "../chain/rpc-node.ts";

const toNode = (name: string): RpcNode => ({ name, request: async () => [], requestAll: async () => [] });

describe("the node to compare with", () => {
  it("is never the one that the index is read from, if there is another", () => {
    const [a, b, c] = ["a", "b", "c"].map(toNode) as [RpcNode, RpcNode, RpcNode];
    const nodes = createNodeChoice([a, b, c]);
    nodes.noteAgreed({ nodes: [a, b, c], source: b });
    const picked = new Set(Array.from({ length: 6 }, () => nodes.next().name));
    assert.deepEqual([...picked].sort(), ["a", "c"]);
    nodes.noteAgreed({ nodes: [a, b, c], source: a });
    assert.notEqual(nodes.next().name, "a");
  });

  it("is the only one if there is one, and a second look then goes to it, too", () => {
    const only = toNode("a");
    const nodes = createNodeChoice([only]);
    nodes.noteAgreed({ nodes: [only], source: only });
    assert.equal(nodes.next(), only);
    assert.equal(nodes.other(only), only);
  });

  it("is none that is on another chain", () => {
    const [a, b, c] = ["a", "b", "c"].map(toNode) as [RpcNode, RpcNode, RpcNode];
    const nodes = createNodeChoice([a, b, c]);
    nodes.noteAgreed({ nodes: [a, c], source: a });
    const picked = new Set(Array.from({ length: 6 }, () => [nodes.next().name, nodes.other(c).name]).flat());
    assert.deepEqual([...picked].sort(), ["a", "c"]);
  });

  it("is another one for the second look", () => {
    const nodes = createNodeChoice(["a", "b"].map(toNode));
    const node = nodes.next();
    assert.notEqual(nodes.other(node).name, node.name);
  });
});
