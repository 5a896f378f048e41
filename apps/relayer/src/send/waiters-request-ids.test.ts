import assert from "node:assert/strict";
import { it } from "node:test";
import { createRequestIds } from "./waiters.ts";

it("keeps the newest ids alone, and the last one of a request that is accepted again", () => {
  const ids = createRequestIds({ maxKept: 2 });
  ids.keep({ digest: "0x01", requestId: "first" });
  ids.keep({ digest: "0x02", requestId: "second" });
  ids.keep({ digest: "0x01", requestId: "first again" });
  ids.keep({ digest: "0x03", requestId: "third" });
  assert.deepEqual(ids.findAll(["0x01", "0x02", "0x03"]), ["first again", "third"]);
  assert.equal(ids.find("0x02"), undefined);
});
