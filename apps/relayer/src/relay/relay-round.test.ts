import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";
import { relayErrors } from "@agent-registry/protocol";
import { type Hex, parseEther } from "viem";
import type { Simulation } from "../chain/simulator.ts";
import { createRelayRules } from "../checks/relay-rules.ts";
import { recoverSigner } from "../fast/crypto.ts";
import { createTestLedger, toSigner, wallet } from "../testing/test-ledger.ts";
import { type Candidate, createRelayRound } from "./relay-round.ts";

const ledger = await createTestLedger();
const { db, clock, counters } = ledger;
const registryAddress = toSigner(0xffff);
const prices = { feeEstimate: { baseFeePerGas: 1n, tip: 1n }, toDataFee: () => 0n };

type World = { simulate?: (from: string) => Promise<Simulation>; balanceWei?: bigint; budgetWei?: bigint };

/** A round on a chain that a test makes up. */
function createRound({ simulate = succeeds, balanceWei = parseEther("1"), budgetWei }: World = {}) {
  const rules = createRelayRules({
    recoverSigner,
    counters,
    registryAddress,
    maxRequestGas: 1_000_000n,
    limitPerIp: 100,
    limitPerSigner: 2,
    budgetWei: budgetWei ?? parseEther("1"),
    attestationReserveWei: 0n,
  });
  const chain = {
    simulate: ({ request }: { request: { from: string } }) => simulate(request.from),
    verify: async () => assert.fail("Everything here is relayable"),
    readBalance: async () => balanceWei,
    readRecentPrices: async () => prices,
  };
  const requestIds = { keep: mock.fn() };
  return createRelayRound({
    ...{ chain, db, clock, rules, wallet, registryAddress, feeCapWei: parseEther("1"), requestIds },
  });
}

async function succeeds(): Promise<Simulation> {
  return { kind: "succeeds" };
}

function toCandidate(signer: number, nonce = 0n): Candidate {
  const [from, to] = [toSigner(signer), registryAddress];
  const digest: Hex = `0x${signer.toString(16).padStart(60, "0")}${nonce.toString(16).padStart(4, "0")}`;
  const request = { from, to, value: 0n, gas: 100_000n, nonce, deadline: 0, data: "0x" } as const;
  const call = { kind: "write", functionName: "attestCompliance", attestedIds: [] } as const;
  return { request, signature: "0x", call, digest, ip: "203.0.113.7", requestId: "id" };
}

const readQueued = async () => (await db.selectFrom("relay_request").select("digest").execute()).length;

async function readTaken(key: string): Promise<number | undefined> {
  const rows = await db.selectFrom("relay_counter").selectAll().where("key", "=", key).execute();
  return rows[0]?.taken;
}

describe("a relay round", () => {
  beforeEach(ledger.empty);

  it("counts, checks and accepts all that come together in one transaction, in their order", async () => {
    const transaction = mock.method(db, "transaction").mock;
    const round = createRound();
    const candidates = [
      ...[1, 2, 3].map((signer) => toCandidate(signer)),
      toCandidate(1, 1n),
      toCandidate(1, 2n),
    ];
    const decisions = await Promise.all(candidates.map(round));
    assert.equal(transaction.callCount(), 1);
    transaction.restore();
    const accepted = { kind: "accepted" };
    const error = relayErrors.signerRate(2);
    const refused = { kind: "refused", refusal: { status: 429, error, retryAfterSeconds: 3_600 } };
    assert.deepEqual(decisions, [accepted, accepted, accepted, accepted, refused]);
    assert.equal(await readQueued(), 4);
    assert.equal(await readTaken("ip:203.0.113.7"), 5);
  });

  it("goes on without a request that the nodes do not answer, which a later round accepts", async () => {
    const answer = Promise.withResolvers<Simulation>();
    const simulate = mock.fn((from: string) => (from === toSigner(1) ? answer.promise : succeeds()));
    const round = createRound({ simulate });
    const [slow, other] = [toCandidate(1), toCandidate(2)];
    assert.deepEqual(await Promise.all([round(slow), round(other)]), [
      { kind: "late" },
      { kind: "accepted" },
    ]);
    assert.equal(await readTaken("ip:203.0.113.7"), 1);
    answer.resolve({ kind: "succeeds" });
    await slow.asked?.whenAnswered;
    assert.deepEqual(await round(slow), { kind: "accepted" });
    assert.equal(simulate.mock.callCount(), 2);
  });

  it("fails for a request alone that the chain cannot be asked about, and counts nothing for it", async () => {
    const error = new Error("no node could be reached");
    const round = createRound({
      simulate: (from) => (from === toSigner(1) ? Promise.reject(error) : succeeds()),
    });
    const decisions = await Promise.all([round(toCandidate(1)), round(toCandidate(2))]);
    assert.deepEqual(decisions, [{ kind: "failed", error }, { kind: "accepted" }]);
    assert.equal(await readTaken(`signer:${toSigner(1)}`), undefined);
  });

  it("counts a request once, however often it is tried while those in flight stand in its way", async () => {
    // Room for one, at a gas limit of about 150,000 and three wei for each.
    const round = createRound({ budgetWei: 700_000n });
    const [first, second] = [toCandidate(1), toCandidate(2)];
    const tooMuch = { status: 429, error: relayErrors.budgetExhausted };
    const waits = { kind: "refused", refusal: tooMuch, isContended: true };
    assert.deepEqual(await Promise.all([round(first), round(second)]), [{ kind: "accepted" }, waits]);
    delete second.asked;
    assert.deepEqual(await round(second), waits);
    assert.equal(await readTaken(`signer:${toSigner(2)}`), 1);
    await db.deleteFrom("relay_request").execute();
    delete second.asked;
    assert.deepEqual(await round(second), { kind: "accepted" });
  });

  it("whose transaction fails tries each request alone, and a refusal stays one", async () => {
    const round = createRound();
    await round(toCandidate(1));
    const rival: Candidate = { ...toCandidate(1), digest: `0x${"ff".repeat(32)}` };
    const transaction = mock.method(db, "transaction");
    transaction.mock.mockImplementationOnce(() => assert.fail("The database is away for a moment"));
    const decisions = await Promise.all([round(rival), round(toCandidate(2))]);
    transaction.mock.restore();
    const refused = { kind: "refused", refusal: { status: 401, error: relayErrors.invalidSignature } };
    assert.deepEqual(decisions, [refused, { kind: "accepted" }]);
    assert.equal(await readTaken(`signer:${toSigner(1)}`), 1);
  });

  it("accepts what is in flight already without counting it again", async () => {
    const [round, otherProcess] = [createRound(), createRound()];
    assert.deepEqual(await otherProcess(toCandidate(1)), { kind: "accepted" });
    assert.deepEqual(await round(toCandidate(1)), { kind: "accepted" });
    assert.equal(await readTaken(`signer:${toSigner(1)}`), 1);
  });
});
