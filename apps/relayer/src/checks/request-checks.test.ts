// The rules that look at the request itself, at its signer and at the address that it comes from.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ForwardRequest } from "@agent-registry/protocol";
import { type Address, keccak256, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Simulation } from "../chain/simulator.ts";
import { recoverSigner } from "../fast/crypto.ts";
import { createMemoryCounters } from "../testing/memory-counters.ts";
import { createHourlyRatesCheck, toIpLimits } from "./hourly-limits.ts";
import type { RelayInput, SimulatedInput } from "./relay-check.ts";
import {
  createForwarderVerification,
  createLocalSignatureCheck,
  createTargetCheck,
  value,
} from "./relay-rules.ts";

const account = privateKeyToAccount(generatePrivateKey());
const registryAddress: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const digest = keccak256(toHex("a request"));
const signature = await account.sign({ hash: digest });
const unsigned = { status: 401, error: "Invalid signature or nonce mismatch" };

type Overrides = Partial<ForwardRequest & Pick<RelayInput, "ip" | "signature">>;

/** A request that every rule lets pass, except for what a test says. */
function input({ ip = "203.0.113.7", ...overrides }: Overrides = {}): RelayInput {
  const request = { from: account.address, to: registryAddress, value: 0n, ...overrides } as ForwardRequest;
  return { request, signature, digest, ip, call: { kind: "unknown" }, ...overrides };
}

/** The same once the chain has answered. */
function simulated({ kind = "succeeds", ...overrides }: Overrides & { kind?: Simulation["kind"] } = {}) {
  return { ...input(overrides), simulation: { kind } } as Omit<SimulatedInput, "counters">;
}

/** The limits of an hour, counted in memory. */
function createRates(limits: { limitPerIp: number; limitPerSigner: number }) {
  const counters = createMemoryCounters();
  const { check } = createHourlyRatesCheck(limits);
  return (overrides?: Overrides) => check({ ...simulated(overrides), counters });
}

describe("the signature rule", () => {
  it("takes only the signature of the sender named in the request", async () => {
    const localSignature = createLocalSignatureCheck({ recoverSigner });
    assert.equal(await localSignature(input()), null);
    assert.equal(await localSignature(input({ from: account.address.toLowerCase() as Address })), null);
    assert.deepEqual(await localSignature(input({ from: registryAddress })), unsigned);
    assert.deepEqual(await localSignature(input({ signature: "0x1234" })), unsigned);
  });

  it("takes the chain's word, and counts only what it finds invalid", async () => {
    const counters = createMemoryCounters();
    const verify = createForwarderVerification({ limitPerHour: 2 });
    assert.equal(verify.check({ ...simulated(), counters }), null);
    assert.equal(verify.check({ ...simulated({ kind: "reverts" }), counters }), null);
    assert.deepEqual([...counters.taken], []);
    assert.deepEqual(verify.check({ ...simulated({ kind: "invalid-signature" }), counters }), unsigned);
    assert.deepEqual([...counters.taken], [["invalid:203.0.113.7", 1]]);
  });
});

describe("the limit of an address", () => {
  it("counts a network around it too, at a higher limit", () => {
    assert.deepEqual(toIpLimits({ ip: "203.0.113.7", limitPerHour: 5 }), {
      counted: [{ key: "ip:203.0.113.7", limit: 5 }],
      beyond: [{ key: "beyond:203.0.113.7", limit: 20 }],
      invalid: [{ key: "invalid:203.0.113.7", limit: 605 }],
    });
    assert.deepEqual(toIpLimits({ ip: "2001:db8:1:12ab::/64", limitPerHour: 5 }).counted, [
      { key: "ip:2001:db8:1:12ab::/64", limit: 5 },
      { key: "ip:2001:db8:1:12::/56", limit: 20 },
      { key: "ip:2001:db8:1::/48", limit: 80 },
    ]);
  });

  it("is reached after exactly so many requests, of that address alone", async () => {
    const ipRate = createRates({ limitPerIp: 2, limitPerSigner: 9 });
    assert.equal(ipRate(), null);
    assert.equal(ipRate(), null);
    assert.deepEqual(ipRate(), {
      status: 429,
      error: "IP rate limit exceeded (2/hour)",
      retryAfterSeconds: 3_600,
    });
    assert.equal(ipRate({ ip: "203.0.113.8" }), null);
  });
});

describe("the limit of a signer", () => {
  it("is reached after exactly so many requests, of that signer alone, however its address is written", async () => {
    const signerRate = createRates({ limitPerIp: 9, limitPerSigner: 2 });
    assert.equal(signerRate(), null);
    assert.equal(signerRate({ from: account.address.toLowerCase() as Address }), null);
    assert.deepEqual(signerRate(), {
      status: 429,
      error: "Signer rate limit exceeded (2/hour)",
      retryAfterSeconds: 3_600,
    });
    assert.equal(signerRate({ from: registryAddress }), null);
  });
});

describe("the limits of an hour", () => {
  it("name the address first, and a request that it refuses uses none of the signer's", async () => {
    const rates = createRates({ limitPerIp: 1, limitPerSigner: 1 });
    assert.equal(rates(), null);
    assert.deepEqual(rates({ from: registryAddress }), {
      status: 429,
      error: "IP rate limit exceeded (1/hour)",
      retryAfterSeconds: 3_600,
    });
    assert.equal(rates({ from: registryAddress, ip: "203.0.113.8" }), null);
  });
});

describe("what the relayer pays for", () => {
  it("is calls of the Registry, however its address is written", async () => {
    const target = createTargetCheck({ registryAddress });
    assert.equal(await target(input()), null);
    assert.equal(await target(input({ to: registryAddress.toLowerCase() as Address })), null);
    assert.deepEqual(await target(input({ to: account.address })), {
      status: 403,
      error: "Relayer only forwards to the Registry contract",
    });
  });

  it("is no ether for the contract", async () => {
    assert.equal(await value(input()), null);
    assert.deepEqual(await value(input({ value: 1n })), {
      status: 403,
      error: "Value transfers not supported",
    });
  });
});
