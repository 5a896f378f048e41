import { MAX_REASON_BYTES } from "@agent-registry/protocol/limits";
import { parseWallet } from "../../shared/parse-wallet.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import type { Action, ActionKind } from "./to-actions.ts";

/** The bytes that a text takes in the register: letters outside ASCII take two to four. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

type Typed = {
  text: string;
  /** The present one, and the one that is proposed already. */
  haftungsperson: string;
  proposed: string | null;
};

/** What a person typed for an action; the contract has no further rules for it. */
export function parseAction(
  kind: ActionKind,
  { text, haftungsperson, proposed }: Typed,
): { ok: true; action: Action } | { ok: false; problem: string } {
  if (kind === "propose") return parseProposal({ text, haftungsperson, proposed });
  if (kind !== "suspend" && kind !== "revoke") return { ok: true, action: { kind } };
  const reason = text.trim();
  if (reason === "") return { ok: false, problem: "Give a reason: those whom it concerns read it here." };
  const bytes = countBytes(reason);
  if (bytes > MAX_REASON_BYTES)
    return { ok: false, problem: `The reason takes ${bytes} bytes; the register holds ${MAX_REASON_BYTES}.` };
  return { ok: true, action: { kind, reason } };
}

function parseProposal({ text, haftungsperson, proposed }: Typed) {
  const parsed = parseWallet(text);
  if (!parsed.ok)
    return { ok: false as const, problem: parsed.problem.replace("a wallet address", "an address") };
  // The contract takes the zero address for a withdrawal.
  if (/^0x0{40}$/.test(parsed.wallet)) return { ok: false as const, problem: "The zero address is nobody." };
  if (isSameAddress(parsed.wallet, haftungsperson))
    return { ok: false as const, problem: "This is the Haftungsperson already." };
  if (isSameAddress(parsed.wallet, proposed))
    return { ok: false as const, problem: "This address is proposed already." };
  return { ok: true as const, action: { kind: "propose" as const, successor: parsed.wallet } };
}
