import { describeCurrency } from "@agent-registry/protocol";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { AgentConsents, AgentRecord, WriteResult } from "@agent-registry/sdk";
import { type Hash, zeroHash } from "viem";

/** Rows of a name and a value, lined up. */
export function renderFields(fields: Record<string, string | number | boolean | undefined>): string[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `  ${name.padEnd(width)}  ${sanitize(String(value))}`);
}

export function renderTable({ head, rows }: { head: string[]; rows: string[][] }): string[] {
  const clean = rows.map((row) => row.map(sanitize));
  const widths = head.map((name, i) => Math.max(name.length, ...clean.map((row) => row[i]?.length ?? 0)));
  return [head, ...clean].map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

export function renderWrite({ transactionHash, blockNumber, paidBy }: WriteResult) {
  return {
    transaction: transactionHash,
    block: blockNumber,
    "paid by": paidBy === "relayer" ? "the relayer" : "your account",
  };
}

type Words = Pick<AgentConsents, "wallet" | "haftungsperson" | "parent">;

const WORDS = {
  agreed: "yes",
  refused: "NO, refused",
  none: "not yet",
  released: "no: it was released",
} as const;

/** What each party has said about the record. */
export function renderWords({ wallet, haftungsperson, parent }: Words) {
  return {
    "wallet agreed": WORDS[wallet],
    "haftungsperson agreed": WORDS[haftungsperson],
    "parent agreed": parent === null ? undefined : WORDS[parent],
  };
}

/** What a party agrees to. */
export function renderRecord(agent: AgentRecord) {
  return {
    scope: agent.operationalScope,
    wallet: agent.agentWallet,
    haftungsperson: agent.haftungsperson,
    creator: agent.creator,
    registered: agent.registeredAt,
    parent: agent.parentAgentId === 0 ? "none" : agent.parentAgentId,
    "self-modifying": agent.selfModifying ? "yes" : "no",
    "constitution hash": renderHash(agent.constitutionHash),
    "capability hash": renderHash(agent.capabilityHash),
  };
}

/** The register holds zeros for a text of which no hash was filed. */
export function renderHash(hash: Hash): string {
  return hash === zeroHash ? "none filed" : hash;
}

export function renderAge(seconds: number): string {
  const units: [number, string][] = [
    [86_400, "day"],
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? [1, "second"];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** Amounts are hundredths everywhere except in text for people. Digit by digit, since a division would round. */
export function renderAmount({ amount, currency }: { amount: number | bigint; currency: string }): string {
  const digits = BigInt(amount).toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)} ${renderCurrency(currency)}`;
}

/** A currency is free text: one that is not what it looks like says so. */
function renderCurrency(currency: string): string {
  const { text, mark, why } = describeCurrency(currency);
  return mark === "" ? text : `${text} [${mark}: ${why}]`;
}

/**
 * Anyone may file any text: its control characters must not reach the terminal, and what cannot be seen is written out,
 * such as ⟨U+202E⟩.
 */
export function sanitize(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return toVisibleText(text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "\uFFFD"));
}
