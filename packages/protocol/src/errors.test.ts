import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { apiErrors, forwarderReverts, registryReverts, relayErrors } from "./errors.ts";

/** The messages as the specification's tables have them, in their order. */
const SPECIFIED = {
  api: [
    [apiErrors.agentNotFound("7"), "Agent not found: 7"],
    [apiErrors.rateLimit, "Rate limit exceeded. Try again in 1 minute."],
  ],
  relayer: [
    [relayErrors.missingParts, "Missing request or signature"],
    [relayErrors.invalidSignature, "Invalid signature or nonce mismatch"],
    [relayErrors.wrongTarget, "Relayer only forwards to the Registry contract"],
    [relayErrors.valueTransfer, "Value transfers not supported"],
    [relayErrors.ipRate(20), "IP rate limit exceeded (20/hour)"],
    [relayErrors.signerRate(10), "Signer rate limit exceeded (10/hour)"],
    [relayErrors.budgetExhausted, "Daily gas budget exhausted. Try again tomorrow."],
    [relayErrors.balanceTooLow, "Relayer balance too low. Please try again later or use direct mode."],
  ],
  registry: [
    [registryReverts.onlyOwner, "Only owner"],
    [registryReverts.onlyRegulator, "Only regulator"],
    [registryReverts.notAuthorized, "Not authorized for this agent"],
    [registryReverts.agentNotFound, "Agent not found"],
    [registryReverts.agentNotActive, "Agent not active"],
    [registryReverts.parentNotFound, "Parent agent not found"],
    [registryReverts.parentNotActive, "Parent agent not active"],
    [registryReverts.maxGenerationDepth, "Max generation depth exceeded"],
    [registryReverts.walletTaken, "Wallet already registered to another agent"],
    [registryReverts.notSuspended, "Only suspended agents can be reactivated"],
    [registryReverts.unknownWallet, "No agent registered for this wallet"],
  ],
  forwarder: [
    [forwarderReverts.invalidSignature, "MinimalForwarder: invalid signature"],
    [forwarderReverts.invalidSignatureLength, "MinimalForwarder: invalid signature length"],
  ],
} as const;

/** Those of our own, which clients may come to rely on. */
const OURS = {
  api: [
    [apiErrors.invalidWallet("me"), "Invalid wallet address: me"],
    [apiErrors.invalidAddress("me"), "Invalid address: me"],
    [apiErrors.rpcFailure("no node answers"), "RPC failure: no node answers"],
    [apiErrors.databaseFailure("it is gone"), "Database failure: it is gone"],
    [apiErrors.tooBusy, "Too many slow queries at the moment. Try again in a few seconds."],
    [apiErrors.noProofs, "This register's RPC node gives no proofs"],
    [apiErrors.tookTooLong, "The query took too long. Try again later, or ask for less."],
  ],
  relayer: [
    [relayErrors.notJson, "The body must be application/json"],
    [relayErrors.originNotAllowed, "Pages of this origin may not use the relayer"],
    [relayErrors.flood(600), "IP flood limit exceeded (600/minute)"],
    [relayErrors.contractReverted("Agent not active"), "Contract reverted: Agent not active"],
  ],
} as const;

for (const [part, rows] of [...Object.entries(SPECIFIED), ...Object.entries(OURS)]) {
  describe(`messages of the ${part}`, () => {
    for (const [ours, specified] of rows) it(`has "${specified}"`, () => assert.equal(ours, specified));
  });
}

describe("revert strings", () => {
  const sources = new URL("../../../contracts/src/", import.meta.url);
  const lists = [
    {
      reverts: registryReverts,
      files: [
        "Registry",
        "RegistryKeys",
        "RegistryCertificates",
        "RegistryParties",
        "RegistryRoles",
        "RegistryViews",
      ].map((name) => `${name}.sol`),
    },
    { reverts: forwarderReverts, files: ["MinimalForwarder.sol"] },
  ];
  for (const { reverts, files } of lists) {
    it(`the listed revert strings are exactly those of ${files[0]}`, async () => {
      const code = (await Promise.all(files.map((file) => readFile(new URL(file, sources), "utf8")))).join(
        "",
      );
      const inCode = [...code.matchAll(/(?:require\([^;]*?,\s*|revert\(\s*)"([^"]+)"\s*\);/g)].map(
        (match) => match[1],
      );
      assert.deepEqual(new Set(Object.values(reverts)), new Set(inCode));
    });
  }
});
