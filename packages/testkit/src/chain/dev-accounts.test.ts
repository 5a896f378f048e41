import assert from "node:assert/strict";
import { it } from "node:test";
import { mnemonicToAccount } from "viem/accounts";
import { devAccount } from "./dev-accounts.ts";

it("the development accounts are those of the well-known phrase", () => {
  const phrase = "test test test test test test test test test test test junk";
  assert.deepEqual(
    [0, 19].map((index) => devAccount(index).address),
    [0, 19].map((addressIndex) => mnemonicToAccount(phrase, { addressIndex }).address),
  );
});
