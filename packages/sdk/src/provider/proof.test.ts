import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hashTypedData } from "viem";
import { formatProof, type Proof, parseProof, toProofTypedData } from "./proof.ts";

const proof: Proof = {
  wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  host: "api.example.com",
  issuedAt: 1_800_000_000,
  nonce: `0x${"ab".repeat(32)}`,
  signature: `0x${"cd".repeat(65)}`,
};
const header = formatProof(proof);

test("a header is read as it was written", () => {
  assert.equal(
    header,
    `v=1; wallet=${proof.wallet}; host=api.example.com; issued=1800000000; nonce=${proof.nonce}; signature=${proof.signature}`,
  );
  assert.deepEqual(parseProof(header), proof);
});

test("hosts are names, IPv4 and IPv6 addresses, with or without a port", () => {
  for (const host of ["a", "a-b.example", "127.0.0.1:4000", "[::1]:4000", "x".repeat(255)]) {
    assert.equal(parseProof(formatProof({ ...proof, host }))?.host, host);
  }
});

test("a wallet has one spelling once it is read", () => {
  assert.equal(parseProof(header.replace(proof.wallet, proof.wallet.toLowerCase()))?.wallet, proof.wallet);
});

describe("a header is refused if it is anything but what is written", () => {
  const others: Record<string, string> = {
    "of another version": header.replace("v=1", "v=2"),
    "with something before it": ` ${header}`,
    "with something behind it": `${header} `,
    "with a line break": `${header}\n`,
    "with a wallet whose checksum is wrong": header.replace("C51812dc", "c51812dc"),
    "with a short wallet": header.replace("0x7099", "0x709"),
    "with a long wallet": header.replace("0x7099", "0x70990"),
    "with a host in upper case": header.replace("api.", "API."),
    "with a host of other characters": header.replace("api.", "a/i."),
    "without a host": header.replace("api.example.com", ""),
    "with a long host": header.replace("api.example.com", "x".repeat(256)),
    "without a time": header.replace("1800000000", ""),
    "with a time of 13 digits": header.replace("1800000000", "1".repeat(13)),
    "with a time that is not a number": header.replace("1800000000", "18e8"),
    "with a nonce in upper case": header.replace("abab", "ABab"),
    "with a short nonce": header.replace("abab", "aba"),
    "with a long nonce": header.replace("abab", "ababa"),
    "with a signature in upper case": header.replace("cdcd", "CDcd"),
    "with a short signature": header.replace("cdcd", "cdc"),
    "with a long signature": header.replace("cdcd", "cdcdc"),
  };
  for (const [name, other] of Object.entries(others)) {
    test(`refuses one ${name}`, () => {
      assert.notEqual(other, header);
      assert.equal(parseProof(other), undefined);
    });
  }
});

test("what is signed follows from every part of proof, request and register", () => {
  const domain = { chainId: 1, registryAddress: proof.wallet };
  const request = { method: "post", path: "/jobs?fast=1", body: new Uint8Array([1]) };
  const hash = (change: { proof?: object; request?: object; domain?: object } = {}) =>
    hashTypedData(
      toProofTypedData({
        domain: { ...domain, ...change.domain },
        proof: { ...proof, ...change.proof },
        request: { ...request, ...change.request },
      }),
    );
  assert.equal(hash({ request: { method: "POST" } }), hash());
  const other = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
  const hashes = [
    hash(),
    hash({ domain: { chainId: 2 } }),
    hash({ domain: { registryAddress: other } }),
    hash({ proof: { wallet: other } }),
    hash({ proof: { host: "evil.test" } }),
    hash({ proof: { issuedAt: 1 } }),
    hash({ proof: { nonce: `0x${"00".repeat(32)}` } }),
    hash({ request: { method: "PUT" } }),
    hash({ request: { path: "/jobs" } }),
    hash({ request: { body: new Uint8Array() } }),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
});

test("what is signed is what the guide for providers says", () => {
  const { domain, types, primaryType } = toProofTypedData({
    domain: { chainId: 1, registryAddress: proof.wallet },
    proof,
    request: { method: "GET", path: "/", body: new Uint8Array() },
  });
  assert.deepEqual(domain, {
    name: "AgentRegistry",
    version: "1",
    chainId: 1,
    verifyingContract: proof.wallet,
  });
  assert.equal(primaryType, "AgentRequest");
  assert.equal(
    types.AgentRequest.map(({ type, name }) => `${type} ${name}`).join(", "),
    "address wallet, string method, string host, string path, bytes32 bodyHash, uint64 issuedAt, bytes32 nonce",
  );
});
