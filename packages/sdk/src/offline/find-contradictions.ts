import { attestedUntil, type Certificate, findCertificateFault } from "@agent-registry/protocol";
import type { StoredEntry } from "@agent-registry/protocol/proof";
import {
  AGENTS_PER_LIST,
  type BindingClaims,
  type Certified,
  findStatus,
  judgeStanding,
  type ReceiptClaims,
  STATUS_VALUES,
  type StatusListClaims,
  toAccountAddress,
  toListPlace,
  toPartyNames,
  VALUES_BY_STATUS,
} from "@agent-registry/protocol/signed";

/** One claim of a token, and what the chain holds instead. */
export type Contradiction = { claim: string; signed: string; onChain: string };

/**
 * What a block holds of a wallet: null if it is bound to no agent, and then `retiredFrom` is the agent in whose
 * record it was replaced, if it was.
 */
export type Held = {
  entry: StoredEntry | null;
  retiredFrom?: number | undefined;
  /** What the notary that the token names has certified, if anything; undefined if the proof does not show it. */
  certificate?: Certificate | null | undefined;
  header: { number: number; timestamp: number };
};

/** The verdict is judged when it was issued. */
export function compareReceipt(claims: ReceiptClaims, held: Held): Contradiction[] {
  const { entry, retiredFrom, header } = held;
  const due = judgeStanding(entry, claims.iat);
  const signed = claims.verdict === "not-registered" ? undefined : claims;
  const named = claims.verdict === "not-registered" ? claims.retiredFrom : undefined;
  return toContradictions([
    ["block.number", claims.block.number, header.number],
    ["block.timestamp", claims.block.timestamp, header.timestamp],
    ["agentId", claims.agentId, entry?.agentId ?? 0],
    ["verdict", claims.verdict, due.verdict],
    ["reason", claims.reason, due.reason],
    // A receipt that leaves it out says nothing false.
    ["retiredFrom", named, named && retiredFrom],
    ["agentStatus", signed?.agentStatus, entry?.status],
    ["lastAttestation", signed?.lastAttestation, entry?.lastAttestation],
    ["validUntil", signed?.validUntil, entry && attestedUntil(entry)],
    ["haftungsperson", signed?.haftungsperson, entry?.haftungsperson],
    ["consents", signed && toList(signed.consents), entry && toList(toPartyNames(entry.consents))],
    ...compareCertified(signed?.certified, held, claims.iat),
  ]);
}

export function compareBinding(claims: BindingClaims, held: Held): Contradiction[] {
  const { entry, header } = held;
  return toContradictions([
    ["block.number", claims.block.number, header.number],
    ["block.timestamp", claims.block.timestamp, header.timestamp],
    ["agentId", claims.agentId, entry?.agentId],
    ["haftungsperson", toAccountAddress(claims.haftungsperson), entry?.haftungsperson],
    ["consents", toList(claims.consents), entry && toList(toPartyNames(entry.consents))],
    ...compareCertified(claims.certified, held, claims.iat),
  ]);
}

/** A token that names no certificate says nothing false; one that it names must count when the token is signed. */
function compareCertified(signed: Certified | undefined, { certificate }: Held, issuedAt: number): Pair[] {
  if (signed === undefined || certificate === undefined) return [];
  const toWords = ({ notary, kind, level, until }: Certified) =>
    `${kind}, ${level} until ${until} by ${notary}`;
  if (certificate === null) return [["certified", toWords(signed), undefined]];
  const { notary: _notary, ...held } = certificate;
  const fault = findCertificateFault(certificate, issuedAt);
  const words = toWords({ ...held, notary: signed.notary });
  return [["certified", toWords(signed), fault === undefined ? words : `${words} (${fault})`]];
}

/** Undefined if the list says nothing about the entry. The value `ask` (3) is never false. */
export function compareStatusList(
  { claims, bytes }: { claims: StatusListClaims; bytes: Uint8Array },
  { entry, header }: Held,
): Contradiction[] | undefined {
  if (entry === null) return undefined;
  const { agentId, status } = entry;
  const { list, index } = toListPlace(agentId);
  if (list !== claims.first / AGENTS_PER_LIST) return undefined;
  const numbers: Pair = ["chain.block", claims.chain.block, header.number];
  if (index >= claims.size)
    return toContradictions([numbers, ["size", claims.size, `agent ${agentId} beyond it`]]);
  const value = findStatus(bytes, index);
  if (value === STATUS_VALUES.ask) return toContradictions([numbers]);
  // The list promises that an agent in good standing stays so until the list ends.
  const validUntil = attestedUntil(entry);
  const lapses = status === "Active" && validUntil < claims.exp;
  return toContradictions([
    numbers,
    [`the value of agent ${agentId}`, value, VALUES_BY_STATUS[status]],
    ...(value === STATUS_VALUES.valid && lapses
      ? [["an attestation until", claims.exp, validUntil] satisfies Pair]
      : []),
  ]);
}

type Pair = [claim: string, signed: unknown, onChain: unknown];

function toContradictions(pairs: Pair[]): Contradiction[] {
  return pairs
    .map(([claim, said, held]) => ({ claim, signed: toText(said), onChain: toText(held) }))
    .filter((pair) => pair.signed !== pair.onChain);
}

/** The order does not matter. */
const toList = (parties: readonly string[]) =>
  parties.length === 0 ? "of nobody" : parties.toSorted().join(" and ");

const toText = (value: unknown) => (value === undefined || value === null ? "none" : String(value));
