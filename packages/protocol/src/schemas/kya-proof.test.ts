import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { parseExactly } from "@agent-registry/testkit";
import { KyaProofResponse } from "./kya-proof.ts";

const PROOF = JSON.parse(
  readFileSync(new URL("../proof/testing/suspended-agent.json", import.meta.url), "utf8"),
);

describe("the form of a proof", () => {
  it("is that of a real one, with nodes of any length and in any case", () => {
    parseExactly(KyaProofResponse, PROOF);
    KyaProofResponse.parse({ ...PROOF, accountProof: ["0x", "0xAB12"] });
  });

  for (const node of ["0x123", "1234", "0xzz", "0x12 ", "00x12"])
    it(`has no node ${JSON.stringify(node)}`, () => {
      const { success, error } = KyaProofResponse.safeParse({ ...PROOF, accountProof: [node] });
      assert.equal(success, false);
      assert.deepEqual(
        error?.issues.map(({ message, path }) => [message, path]),
        [["must be bytes as hex", ["accountProof", 0]]],
      );
    });

  it("has version 1", () => {
    assert.equal(KyaProofResponse.safeParse({ ...PROOF, v: 2 }).success, false);
  });
});
