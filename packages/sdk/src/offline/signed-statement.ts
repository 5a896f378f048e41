import { TOKEN_TYPES, type TokenKind, toAccountAddress } from "@agent-registry/protocol/signed";
import { decodeProtectedHeader } from "jose";
import type { Address, Hash } from "viem";
import {
  type Contradiction,
  compareBinding,
  compareReceipt,
  compareStatusList,
  type Held,
} from "./find-contradictions.ts";
import { UntrustedToken } from "./untrusted-token.ts";
import { readBinding } from "./verify-binding.ts";
import { readReceipt, type SignedBy } from "./verify-receipt.ts";
import { readStatusList } from "./verify-status-list.ts";

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
      const { iss: issuer, sub, block, iat: issuedAt } = claims;
      const compare = (held: Held) => compareReceipt(claims, held);
      const notary = claims.verdict === "not-registered" ? undefined : claims.certified?.notary;
      return {
        kind: "receipt",
        issuer,
        wallet: toAccountAddress(sub),
        notary,
        block: toName(block),
        issuedAt,
        compare,
      };
    }
    case "binding": {
      const { claims } = await readBinding(token, signedBy);
      const { iss: issuer, sub, block, iat: issuedAt } = claims;
      const compare = (held: Held) => compareBinding(claims, held);
      return {
        kind: "binding",
        issuer,
        wallet: toAccountAddress(sub),
        notary: claims.certified?.notary,
        block: toName(block),
        issuedAt,
        compare,
      };
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

const toName = ({ number, hash }: Statement["block"]) => ({ number, hash });

/** By the header, which is signed, too. */
function findKind(token: string): TokenKind {
  let typ: unknown;
  try {
    ({ typ } = decodeProtectedHeader(token));
  } catch (cause) {
    throw new UntrustedToken("malformed", "This is not a signed token (a compact JWS).", { cause });
  }
  for (const [kind, name] of Object.entries(TOKEN_TYPES)) if (name === typ) return kind as TokenKind;
  throw new UntrustedToken("other-kind", "It is a token of a kind that no register signs.");
}
