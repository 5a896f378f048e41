import { MAX_REASON_BYTES } from "@agent-registry/protocol/limits";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { isSameAddress } from "../../wallet/provider.ts";
import {
  type Action,
  type ActionKind,
  isNaming,
  type NamingKind,
  type SignableEntry,
} from "./entry-actions.ts";

/** The bytes that a text takes in the register: letters outside ASCII take two to four. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

type Parsed = { ok: true; action: Action } | { ok: false; problem: string };
type Typed = { text: string; entry: SignableEntry };

/** What a person typed for an action; for the contract's other rules, the call is simulated before it is signed. */
export function parseAction(kind: ActionKind, { text, entry }: Typed): Parsed {
  if (isNaming(kind)) return parseNaming(kind, { text, entry });
  if (kind !== "suspend" && kind !== "revoke") return { ok: true, action: { kind } };
  const reason = text.trim();
  if (reason === "") return { ok: false, problem: "Give a reason: those whom it concerns read it here." };
  const bytes = countBytes(reason);
  if (bytes > MAX_REASON_BYTES)
    return { ok: false, problem: `The reason takes ${bytes} bytes; the register holds ${MAX_REASON_BYTES}.` };
  return { ok: true, action: { kind, reason } };
}

function parseNaming(kind: NamingKind, { text, entry }: Typed): Parsed {
  const parsed = parseWallet(text);
  if (!parsed.ok) return { ok: false, problem: parsed.problem.replace("a wallet address", "an address") };
  const { wallet: address } = parsed;
  // The contract takes the zero address for a withdrawal.
  if (/^0x0{40}$/.test(address)) return { ok: false, problem: "The zero address is nobody." };
  const taken = toTaken(kind, entry).find(([known]) => isSameAddress(address, known));
  return taken === undefined ? { ok: true, action: { kind, address } } : { ok: false, problem: taken[1] };
}

/** Addresses that change nothing in that place, and why. */
function toTaken(kind: NamingKind, { agent, consents }: SignableEntry): [string | null, string][] {
  switch (kind) {
    case "propose":
      return [
        [consents.haftungsperson.address, "This is the Haftungsperson already."],
        [consents.proposedHaftungsperson, PROPOSED],
      ];
    case "propose-wallet":
      return [
        [agent.agentWallet, "This is the agent’s wallet already."],
        [consents.pendingWallet, PROPOSED],
      ];
    case "set-attester":
      return [
        [consents.attester, "This is the attester already."],
        [agent.agentWallet, "This is the agent’s wallet, which may attest anyway."],
      ];
  }
}

const PROPOSED = "This address is proposed already.";
