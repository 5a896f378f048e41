import { MAX_REASON_BYTES } from "@agent-registry/protocol/limits";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { EncodedCall } from "./encode-call.ts";

/** An action as it is shown to its signer, before and after it is signed. */
export type Description = {
  label: string;
  /** What is typed for it; null if nothing is. */
  field: Field | null;
  /** By it an account says that it stands by the record as it is shown. */
  isAgreeing: boolean;
  /** What is signed, in one sentence of its signer. */
  statement: string;
  /** What follows from it, a sentence each. */
  consequences: string[];
  /** What is in the register once it is filed. */
  outcome: string;
  /** The contract's function, with its arguments. Throws `RecordDiffers`. */
  encode(typed: string): EncodedCall;
};

type Parsed = { ok: true; typed: string } | { ok: false; problem: string };

/** For the contract's other rules, the call is simulated before it is signed. */
export type Field = { of: "reason" | "address"; label: string; parse(text: string): Parsed };

/** The bytes that a text takes in the register: letters outside ASCII take two to four. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function toReasonField(): Field {
  return {
    of: "reason",
    label: "Reason",
    parse(text) {
      const typed = text.trim();
      if (typed === "") return { ok: false, problem: "Give a reason: those whom it concerns read it here." };
      const bytes = countBytes(typed);
      return bytes <= MAX_REASON_BYTES
        ? { ok: true, typed }
        : { ok: false, problem: `The reason takes ${bytes} bytes; the register holds ${MAX_REASON_BYTES}.` };
    },
  };
}

/** Addresses that are taken change nothing in that place; each says why. */
export function toAddressField(label: string, taken: [address: string | null, why: string][]): Field {
  return {
    of: "address",
    label,
    parse(text) {
      const parsed = parseWallet(text);
      if (!parsed.ok) return { ok: false, problem: parsed.problem.replace("a wallet address", "an address") };
      const { wallet: typed } = parsed;
      // The contract takes the zero address for a withdrawal.
      if (/^0x0{40}$/.test(typed)) return { ok: false, problem: "The zero address is nobody." };
      const found = taken.find(([known]) => isSameAddress(typed, known));
      return found === undefined ? { ok: true, typed } : { ok: false, problem: found[1] };
    },
  };
}
