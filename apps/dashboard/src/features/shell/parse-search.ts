import { parseWallet } from "../../shared/parse-wallet.ts";
import { parseAgentId, toKyaPath } from "../../shared/paths.ts";

/** Where the header's search leads: to a page that is known at once, or to the page of a wallet's agent. */
type SearchTarget = { path: string } | { wallet: string };

/** Reads what was typed into the header's search; null if it is blank. */
export function parseSearch(text: string): SearchTarget | null {
  const value = text.trim();
  if (value === "") return null;
  const id = parseAgentId(value.replace(/^#/, ""));
  if (id !== null) return { path: `/agents/${id}` };
  // Part of a wallet is a search; something as long as a wallet is meant to be one.
  if (!/^0x[0-9a-z]{38,}$/i.test(value)) return { path: `/agents?${new URLSearchParams({ search: value })}` };
  const parsed = parseWallet(value);
  return parsed.ok ? { wallet: parsed.wallet } : { path: toKyaPath(value) };
}
