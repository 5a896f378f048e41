import assert from "node:assert/strict";
import { it } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { RelayerProblem, WalletProblem } from "@agent-registry/sdk/browser-wallet";
import { toFailure } from "./to-failure.ts";

it("somebody who said no reads nothing alarming, and is not sent another way", () => {
  for (const kind of ["rejected", "stopped"] as const) {
    const { isCalm, canSendDirectly } = toFailure(new WalletProblem(kind, ""));
    assert.deepEqual([isCalm, canSendDirectly], [true, false]);
  }
});

it("whatever keeps the relayer from sending, one can send it oneself, and is told who pays", () => {
  for (const kind of ["unreachable", "refused", "unfit", "lost"] as const) {
    const { text, canSendDirectly } = toFailure(new RelayerProblem(kind, relayErrors.budgetExhausted));
    assert.ok(canSendDirectly);
    assert.match(text, /pay for it/);
  }
  assert.equal(
    toFailure(new RelayerProblem("refused", relayErrors.budgetExhausted)).said,
    relayErrors.budgetExhausted,
  );
});

it("what the contract refuses is not tried another way, whoever found it out", () => {
  const byRelayer = new RelayerProblem("refused", relayErrors.contractReverted("Agent not active"));
  const byWallet = new WalletProblem("reverted", "Agent not active");
  for (const problem of [byRelayer, byWallet]) {
    const { title, said, canSendDirectly } = toFailure(problem);
    assert.deepEqual(
      [title, said, canSendDirectly],
      ["The register refuses this", "Agent not active", false],
    );
  }
});

it("a request that may still be carried out is not said to be void", () => {
  assert.match(toFailure(new RelayerProblem("lost", "")).text, /may still be filed/);
});
