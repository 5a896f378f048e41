import assert from "node:assert/strict";
import test from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { findAttester } from "./party-words.ts";

const change = (newAttester: string | null) => ({ kind: "attester-changed", newAttester }) as Filing;
const attested = { kind: "attested" } as Filing;

test("the last change says who the attester was", () => {
  assert.equal(findAttester([attested, change("0xNew"), change("0xOld")]), "0xNew");
  assert.equal(findAttester([attested, change(null), change("0xOld")]), null);
  assert.equal(findAttester([attested]), null);
});
