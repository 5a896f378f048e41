import { createReadStream } from "node:fs";
import type { KyaDecision, RegistryError } from "@agent-registry/sdk";
import { getAddress, isAddress } from "viem";
import { invalidInput } from "./terminal/errors.ts";
import { renderTable, sanitize } from "./terminal/render.ts";

/** About 350,000 wallets. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** At most this many bad lines are shown; the rest is counted. */
const MAX_SHOWN_FAULTS = 5;
const MAX_SHOWN_LENGTH = 60;
/** As in `eip155:84532:0x…`. The caller checks whether it is the register's chain. */
const CHAIN = /^eip155:[1-9]\d{0,14}:/;

/** The wallets in a file; `-` is what is piped in. */
export async function readWalletList(file: string): Promise<string[]> {
  const name = file === "-" ? "The standard input" : file;
  const stream = file === "-" ? process.stdin : createReadStream(file);
  let text = "";
  try {
    for await (const chunk of stream.setEncoding("utf8")) {
      text += chunk;
      if (text.length > MAX_LENGTH) break;
    }
  } catch (cause) {
    throw invalid(`${name} cannot be read (${(cause as { code?: string }).code}).`, cause);
  }
  if (text.length > MAX_LENGTH) throw invalid(`${name} is larger than ${MAX_LENGTH} characters: split it.`);
  return parseWalletList({ text, name });
}

/** One wallet a line; what follows a `#` is a comment. Throws if a line is anything else, or if there is no wallet. */
export function parseWalletList({ text, name }: { text: string; name: string }): string[] {
  const wallets: string[] = [];
  const faults: string[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    // Also takes away the carriage return of Windows and a byte order mark.
    const wallet = line.replace(/#.*/s, "").trim();
    if (wallet === "") continue;
    const address = wallet.replace(CHAIN, "");
    if (isAddress(address)) wallets.push(wallet);
    else
      faults.push(`line ${i + 1}: ${sanitize(wallet.slice(0, MAX_SHOWN_LENGTH))}${explainChecksum(address)}`);
  }
  if (faults.length > 0) {
    const more = faults.length > MAX_SHOWN_FAULTS ? `; and ${faults.length - MAX_SHOWN_FAULTS} more` : "";
    const shown = faults.slice(0, MAX_SHOWN_FAULTS).join("; ");
    throw invalid(`${name} has lines that are no wallet address (0x and 40 hex digits): ${shown}${more}.`);
  }
  if (wallets.length === 0) throw invalid(`${name} names no wallet: it must have one a line.`);
  return wallets;
}

function explainChecksum(address: string): string {
  if (!isAddress(address, { strict: false })) return "";
  return ` (a wrong checksum: ${getAddress(address.toLowerCase())} if every digit is right)`;
}

function invalid(message: string, cause?: unknown): RegistryError {
  return invalidInput(`${message} Nothing was asked.`, cause);
}

/**
 * As for a single wallet, the worst of all: 2 if one is registered but not compliant, else 3 if one is not registered,
 * else 4 if the policy objects to one. 0 only if all are admissible.
 */
export function toListExitCode(decisions: readonly KyaDecision[]): 0 | 2 | 3 | 4 {
  const refused = decisions.filter(({ admissible }) => !admissible);
  if (refused.length === 0) return 0;
  if (refused.some(({ isRegistered, isCompliant }) => isRegistered && !isCompliant)) return 2;
  return refused.some(({ isRegistered }) => !isRegistered) ? 3 : 4;
}

/** A row for each wallet, in the order of the list, and what it comes to. */
export function renderDecisions(decisions: readonly KyaDecision[]): string[] {
  const rows = decisions.map(({ wallet, agentId, retiredFrom, admissible, objections }) => [
    wallet,
    String(agentId ?? (retiredFrom === undefined ? "-" : `was ${retiredFrom}`)),
    admissible ? "yes" : "NO",
    objections.join(", "),
  ]);
  const count = decisions.filter(({ admissible }) => admissible).length;
  return [
    ...renderTable({ head: ["WALLET", "AGENT", "ADMISSIBLE", "OBJECTIONS"], rows }),
    "",
    `${count} of ${decisions.length} ${decisions.length === 1 ? "wallet is" : "wallets are"} admissible${toWhere(decisions)}.`,
  ];
}

/** The last part's block: a long list is asked in parts. */
function toWhere(decisions: readonly KyaDecision[]): string {
  const last = decisions.at(-1);
  if (last === undefined) return "";
  const block = last.block === null ? "" : ` at block ${last.block.number}`;
  return `, by the ${last.source === "api" ? "query API" : "chain"}${block}, ${last.checkedAt}`;
}
