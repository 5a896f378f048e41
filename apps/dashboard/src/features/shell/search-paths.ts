import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { parseAgentId, toKyaPath, toPersonPath } from "../../shared/links/paths.ts";
import { findRetired } from "../kya/retired-wallet.ts";

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

const ROLES = ["haftungsperson", "creator"] as const;

/**
 * The page of the agent that acts from an address, or of the person whom records name by it, or the check of that
 * wallet; null if the search was aborted. That a wallet was replaced is what matters most about it, and its check says
 * so: a wallet that registered itself is the creator of that record as well.
 */
export async function findWalletPath({
  wallet,
  apiUrl,
  signal,
}: {
  wallet: string;
  apiUrl: string;
  signal: AbortSignal;
}): Promise<string | null> {
  try {
    const { body } = await fetchResource({ apiUrl, resource: resources.kya(wallet), signal });
    if (signal.aborted) return null;
    if (body.agent !== null) return `/agents/${body.agent.agentId}`;
    const entries = await fetchResource({ apiUrl, resource: resources.walletEntries(wallet), signal });
    if (signal.aborted) return null;
    if (findRetired(entries.body) !== null) return toKyaPath(wallet);
    for (const role of ROLES) {
      const resource = resources.personInShort({ role, address: wallet });
      const { summary, pendingHandovers } = (await fetchResource({ apiUrl, resource, signal })).body;
      if (signal.aborted) return null;
      const named = summary.totalAgents + (summary.formerAgents?.total ?? 0);
      if (named + (pendingHandovers?.total ?? 0) > 0) return toPersonPath(wallet, role);
    }
    return toKyaPath(wallet);
  } catch {
    // That page asks again, and shows what went wrong.
    return signal.aborted ? null : toKyaPath(wallet);
  }
}
