import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { registryAbi, toWireRequest } from "@agent-registry/protocol";
import { type Address, encodeFunctionData, keccak256, parseEther, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Simulation } from "../chain/simulator.ts";
import { recoverSigner } from "../fast/crypto.ts";
import { createMemoryCounters } from "../testing/memory-counters.ts";
import { createRelayRules, findRefusal } from "./relay-rules.ts";

const account = privateKeyToAccount(generatePrivateKey());
const stranger = privateKeyToAccount(generatePrivateKey());
const registryAddress: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const digest = keccak256(toHex("a request"));
const data = encodeFunctionData({ abi: registryAbi, functionName: "terminateSelf", args: [1n] });
const IP = "203.0.113.7";

/** Everything that the rules look at. */
type World = {
  gas: bigint;
  signer: typeof account;
  nonceHolder: "0xother" | undefined;
  isQuotaFull: boolean;
  verification: Simulation["kind"];
  isAddressFull: boolean;
  isSignerFull: boolean;
  to: Address;
  value: bigint;
  holderUnderLock: "0xother" | undefined;
  balanceWei: bigint;
  paidWei: bigint;
  simulation: Simulation;
};

/** Every rule is broken. */
const broken: World = {
  gas: 1_001n,
  signer: stranger,
  nonceHolder: "0xother",
  isQuotaFull: true,
  verification: "invalid-signature",
  isAddressFull: true,
  isSignerFull: true,
  to: stranger.address,
  value: 1n,
  holderUnderLock: "0xother",
  balanceWei: 0n,
  paidWei: 76n,
  simulation: { kind: "reverts", reason: "Agent not active" },
};

/** What mends the rules, in the specification's order, and how the first rule refuses that is still broken. */
const invalidSignature = [401, "Invalid signature or nonce mismatch"];
const steps: [answer: unknown[], mend: Partial<World>][] = [
  [[400, "Invalid request.gas: must be at most 1000"], { gas: 1_000n }],
  [invalidSignature, { signer: account }],
  [invalidSignature, { nonceHolder: undefined }],
  [[429, "IP rate limit exceeded (2/hour)"], { isQuotaFull: false }],
  [invalidSignature, { verification: "succeeds" }],
  [[429, "IP rate limit exceeded (2/hour)"], { isAddressFull: false }],
  [[429, "Signer rate limit exceeded (3/hour)"], { isSignerFull: false }],
  [[403, "Relayer only forwards to the Registry contract"], { to: registryAddress }],
  [[403, "Value transfers not supported"], { value: 0n }],
  [invalidSignature, { holderUnderLock: undefined }],
  [
    [503, "Relayer balance too low. Please try again later or use direct mode."],
    { balanceWei: parseEther("1") },
  ],
  [[429, "Daily gas budget exhausted. Try again tomorrow."], { paidWei: 75n }],
  [[500, "Contract reverted: Agent not active"], { simulation: { kind: "succeeds" } }],
];

describe("the rules of a relay request", () => {
  it("answer in the specification's order, and the first that refuses answers", async () => {
    let world = broken;
    for (const [answer, mend] of steps) {
      assert.deepEqual(await relay(world), answer, `with what ${Object.keys(mend)} mends still broken`);
      world = { ...world, ...mend };
    }
    assert.deepEqual(await relay(world), [200]);
  });

  it("run in phases, after which nothing can come between the ledger's rules and the reservation", () => {
    const phases = createRules().map(({ when }) => when);
    assert.deepEqual(phases, [
      "parsing",
      "on-arrival",
      ...Array.from({ length: 2 }, () => "before-simulation"),
      ...Array.from({ length: 4 }, () => "under-lock"),
      ...Array.from({ length: 4 }, () => "with-reservation"),
    ]);
  });
});

function createRules(counters = createMemoryCounters()) {
  return createRelayRules({
    recoverSigner,
    counters: { take: async (limits) => counters.take(limits) },
    registryAddress,
    maxRequestGas: 1_000n,
    limitPerIp: 2,
    limitPerSigner: 3,
    budgetWei: 100n,
    attestationReserveWei: 25n,
  });
}

/** One request through all rules, as the relay runs them. */
async function relay(world: World): Promise<unknown[]> {
  const counters = createMemoryCounters();
  // The limits that are full: of what the chain found invalid, of the address, and of the signer.
  if (world.isQuotaFull) counters.taken.set(`invalid:${IP}`, 602);
  if (world.isAddressFull) counters.taken.set(`ip:${IP}`, 2);
  if (world.isSignerFull) counters.taken.set(`signer:${account.address.toLowerCase()}`, 3);
  const [parsing, ...rules] = createRules(counters);

  const { gas, to, value, signer } = world;
  const request = { from: account.address, to, value, gas, nonce: 0n, deadline: 0, data };
  const signature = await signer.sign({ hash: digest });
  let parsed: ReturnType<typeof parsing.parse>;
  try {
    parsed = parsing.parse({ request: toWireRequest(request), signature });
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return [status, message];
  }
  const arrived = { ...parsed, digest, ip: IP, nonceHolder: world.nonceHolder, counters };
  const verified = { ...arrived, simulation: { kind: world.verification } as Simulation };
  const { balanceWei, paidWei, simulation, holderUnderLock: nonceHolder } = world;
  const funds = { balanceWei, paidWei, reservedWei: 0n, walletReservedWei: 0n, worstCaseWei: 0n };
  const view = { ...parsed, digest, nonceHolder, ...funds, simulation, mayUseReserve: false };

  const refusal =
    (await findRefusal(
      rules.filter((rule) => rule.when === "on-arrival"),
      arrived,
    )) ??
    (await findRefusal(
      rules.filter((rule) => rule.when === "before-simulation"),
      arrived,
    )) ??
    (await findRefusal(
      rules.filter((rule) => rule.when === "under-lock"),
      verified,
    )) ??
    (await findRefusal(
      rules.filter((rule) => rule.when === "with-reservation"),
      view,
    ));
  return refusal === null ? [200] : [refusal.status, refusal.error];
}
