import assert from "node:assert/strict";
import { it } from "node:test";
import { findAnyReceipt } from "./settle-mined.ts";

it("finds the receipt though another cannot be read, and does not say that there is none if one cannot be read", async () => {
  const chain = {
    async readReceipt(hash: string) {
      if (hash === "0x01") throw new Error("down");
      return (hash === "0x02" ? { transactionHash: hash } : null) as never;
    },
  };
  const found = await findAnyReceipt({ chain, hashes: ["0x01", "0x03", "0x02"] });
  assert.equal(found?.transactionHash, "0x02");
  assert.equal(await findAnyReceipt({ chain, hashes: ["0x03"] }), null);
  await assert.rejects(findAnyReceipt({ chain, hashes: ["0x03", "0x01"] }), /down/);
});
