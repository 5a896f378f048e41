// The rules that decide together with the reservation, by what the ledger and the chain say.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEther } from "viem";
import type { LedgerView } from "./relay-check.ts";
import { balance, createBudgetCheck, nonceFree, simulation, toSimulationRefusal } from "./relay-rules.ts";

const registration = { kind: "write", functionName: "registerAgent", attestedIds: [] } as const;

/** A registration that every rule lets pass, except for what a test says. */
const view = (overrides: Partial<LedgerView> = {}): LedgerView => ({
  digest: "0x01",
  nonceHolder: undefined,
  paidWei: 0n,
  reservedWei: 0n,
  worstCaseWei: 0n,
  balanceWei: parseEther("1"),
  walletReservedWei: 0n,
  simulation: { kind: "succeeds" },
  call: registration,
  mayUseReserve: false,
  ...overrides,
});

describe("the balance rule", () => {
  const refused = {
    status: 503,
    error: "Relayer balance too low. Please try again later or use direct mode.",
  };
  const least = parseEther("0.001");

  it("lets a wallet pass that has exactly its minimum, and none that has a wei less", () => {
    assert.equal(balance(view({ balanceWei: least })), null);
    assert.deepEqual(balance(view({ balanceWei: least - 1n })), refused);
  });

  it("counts what the wallet has in flight as spent", () => {
    assert.equal(balance(view({ balanceWei: least + 7n, walletReservedWei: 7n })), null);
    assert.deepEqual(balance(view({ balanceWei: least + 7n, walletReservedWei: 8n })), refused);
  });

  it("does not count what other wallets have in flight", () => {
    assert.equal(balance(view({ balanceWei: least, reservedWei: parseEther("1") })), null);
  });
});

describe("the budget rule", () => {
  const budget = createBudgetCheck({ budgetWei: 100n, attestationReserveWei: 25n });
  const refused = { status: 429, error: "Daily gas budget exhausted. Try again tomorrow." };

  for (const [name, part] of [
    ["what was paid", "paidWei"],
    ["what is in flight", "reservedWei"],
    ["what the request may cost", "worstCaseWei"],
  ] as const) {
    it(`counts ${name}`, () => {
      const full = { paidWei: 30n, reservedWei: 30n, worstCaseWei: 15n };
      assert.equal(budget(view(full)), null, "exactly the budget without its reserve");
      assert.deepEqual(budget(view({ ...full, [part]: full[part] + 1n })), refused);
    });
  }

  it("lets a request use the reserve only if it may, and no more than it", () => {
    assert.equal(budget(view({ paidWei: 100n, mayUseReserve: true })), null);
    assert.deepEqual(budget(view({ paidWei: 101n, mayUseReserve: true })), refused);
    assert.equal(budget(view({ paidWei: 75n })), null);
    assert.deepEqual(budget(view({ paidWei: 76n })), refused);
  });
});

describe("the nonce rule", () => {
  it("lets a request pass whose nonce is free or held by itself, and no other", () => {
    assert.equal(nonceFree({ digest: "0x01", nonceHolder: undefined }), null);
    assert.equal(nonceFree({ digest: "0x01", nonceHolder: "0x01" }), null);
    assert.deepEqual(nonceFree({ digest: "0x01", nonceHolder: "0x02" }), {
      status: 401,
      error: "Invalid signature or nonce mismatch",
    });
  });
});

describe("the simulation rule", () => {
  const reverts = { kind: "reverts", reason: "Agent not active" } as const;

  it("answers what the chain would do", () => {
    for (const [simulated, refusal] of [
      [{ kind: "succeeds" }, null],
      [{ kind: "invalid-signature" }, { status: 401, error: "Invalid signature or nonce mismatch" }],
      [reverts, { status: 500, error: "Contract reverted: Agent not active" }],
    ] as const) {
      assert.deepEqual(toSimulationRefusal(simulated), refusal);
      assert.deepEqual(simulation(view({ simulation: simulated })), refusal);
    }
  });

  it("refuses what the contract understands and the relayer does not", () => {
    const refused = { status: 400, error: "Invalid request.data: must be a call of the Registry" };
    assert.deepEqual(simulation(view({ call: { kind: "unknown" } })), refused);
    // The contract's own reason comes first.
    assert.equal(simulation(view({ call: { kind: "unknown" }, simulation: reverts }))?.status, 500);
  });
});
