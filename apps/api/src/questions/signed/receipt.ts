import { CACHE_TTL_MS, TokenSchema } from "@agent-registry/protocol";
import { toReceiptClaims } from "@agent-registry/protocol/signed";
import { defineQuestion } from "../../http/question.ts";
import { requireSigning } from "../../http/register.ts";
import { readSignedEntry } from "./read-entry.ts";

/** The verdict on a wallet, signed, with the block that it was read at. */
export const receipt = defineQuestion({
  path: "/kya/:wallet/receipt",
  response: TokenSchema,
  contentType: "application/jwt",
  isSigned: true,
  read: (at, key, register) => readSignedEntry(at, key, register),
  async answer({ chainId, block, record, retiredFrom }, { wallet }, { signing, registryAddress, now }) {
    const { signer, receiptTtlSeconds } = requireSigning(signing);
    const claims = toReceiptClaims({
      issuer: signer.issuer,
      chainId,
      registry: registryAddress,
      wallet,
      entry: record ?? null,
      retiredFrom,
      block,
      now: now(),
      ttlSeconds: receiptTtlSeconds,
    });
    // A client that gets it from a cache must still have some time to use it.
    const halfLife = Math.floor((claims.exp - claims.iat) / 2);
    return {
      body: await signer.sign("receipt", claims),
      maxAgeSeconds: Math.min(CACHE_TTL_MS.kya / 1_000, halfLife),
    };
  },
  schemas: { SignedToken: TokenSchema },
  doc: {
    operationId: "getKyaReceipt",
    tag: "Signed statements",
    summary: "The verdict on a wallet, signed, with the block that it was read at",
    description:
      "Also for a wallet without an agent (`agentId` 0); if another one has replaced it, `retiredFrom` names the agent whose wallet it was. `certified` is the best certificate about the Haftungsperson that counts, if there is one. It never outlives the attestation. A receipt that contradicts the chain at its block convicts the operator.",
    answer: "`typ: kya-receipt+jwt`. Signed for each request",
  },
});
