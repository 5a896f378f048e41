import assert from "node:assert/strict";
import test from "node:test";
import { findWalletPath } from "./find-wallet-path.ts";

test("an aborted search for a wallet leads nowhere, however the request ends", async () => {
  const controller = new AbortController();
  controller.abort();
  const input = {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    apiUrl: "http://127.0.0.1:9",
    signal: controller.signal,
  };
  assert.equal(await findWalletPath(input), null);
});
