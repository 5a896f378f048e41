import {
  type BindingClaims,
  type ReceiptClaims,
  TOKEN_TYPES,
  type TokenKind,
  toAccountAddress,
} from "@agent-registry/protocol/signed";
import type { Address, Hash } from "viem";
import {
  type Contradiction,
  compareBinding,
  compareReceipt,
  compareStatusList,
  type Held,
} from "./find-contradictions.ts";
import { readBinding } from "./verify-binding.ts";
import { readReceipt, type SignedBy } from "./verify-receipt.ts";
import { readStatusList } from "./verify-status-list.ts";
import { readHeader, UntrustedToken } from "./verify-token.ts";

/** What a register has signed, of whatever kind: about which block, and how it compares with what that block holds. */
export type Statement = {
  kind: TokenKind;
  issuer: string;
  /** Undefined if it is about all agents. */
  wallet: Address | undefined;
  /** Whose certificate of the Haftungsperson it names. */
  notary: Address | undefined;
  block: { number: number; hash: Hash };
  issuedAt: number;
  /** Undefined if it says nothing about the entry. */
  compare(held: Held): Contradiction[] | undefined;
};

/** Reads a token of this register, whether or not it still holds. Throws `UntrustedToken` if the register has not signed it. */
export async function readStatement(token: string, signedBy: SignedBy): Promise<Statement> {
  switch (findKind(token)) {
    case "receipt": {
      const claims = await readReceipt(token, signedBy);
      const notary = claims.verdict === "not-registered" ? undefined : claims.certified?.notary;
      const compare = (held: Held) => compareReceipt(claims, held);
      return { kind: "receipt", ...toFacts(claims), notary, compare };
    }
    case "binding": {
      const { claims } = await readBinding(token, signedBy);
      const compare = (held: Held) => compareBinding(claims, held);
      return { kind: "binding", ...toFacts(claims), notary: claims.certified?.notary, compare };
    }
    case "statusList": {
      const { claims, bytes } = await readStatusList(token, signedBy);
      const { iss: issuer, chain, iat: issuedAt } = claims;
      const block = { number: chain.block, hash: chain.hash };
      const compare = (held: Held) => compareStatusList({ claims, bytes }, held);
      return { kind: "statusList", issuer, wallet: undefined, notary: undefined, block, issuedAt, compare };
    }
  }
}

/** Of a statement about one wallet. */
function toFacts({ iss: issuer, sub, block, iat: issuedAt }: ReceiptClaims | BindingClaims) {
  const { number, hash } = block;
  return { issuer, wallet: toAccountAddress(sub), block: { number, hash }, issuedAt };
}

/** By the header, which is signed, too. */
function findKind(token: string): TokenKind {
  const { typ } = readHeader(token);
  for (const [kind, name] of Object.entries(TOKEN_TYPES)) if (name === typ) return kind as TokenKind;
  throw new UntrustedToken("other-kind", "It is a token of a kind that no register signs.");
}
