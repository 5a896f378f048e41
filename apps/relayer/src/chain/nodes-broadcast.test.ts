import assert from "node:assert/strict";
import { it } from "node:test";
import { toBroadcastKind } from "./nodes.ts";

/** The words of geth, op-geth, Nethermind, Erigon, Reth and Hardhat. */
const said: [string, ReturnType<typeof toBroadcastKind>][] = [
  ["already known", "accepted"],
  ["AlreadyKnown", "accepted"],
  ["nonce too low: next nonce 5, tx nonce 4", "nonce-too-low"],
  ["Nonce too low. Expected nonce to be 1 but got 0.", "nonce-too-low"],
  ["OldNonce", "nonce-too-low"],
  ["nonce too high", "nonce-too-high"],
  ["replacement transaction underpriced", "underpriced"],
  ["transaction underpriced", "underpriced"],
  ["insufficient funds for gas * price + value", "no-funds"],
  ["Sender doesn't have enough funds to send tx.", "no-funds"],
  ["max fee per gas less than block base fee", "fee-too-low"],
  ["Transaction maxFeePerGas (10) is too low for the next block", "fee-too-low"],
  ["internal error", "unknown"],
  ["request timed out", "unknown"],
  ["exceeds block gas limit", "refused"],
];

for (const [words, kind] of said) {
  it(`takes "${words}" for ${kind}`, () => assert.equal(toBroadcastKind(words), kind));
}
