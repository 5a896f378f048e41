import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { parseWallet } from "../../shared/wallet.ts";

/** Where the header's search leads: to a page that is known at once, or to whichever a wallet belongs to. */
export type Target = { path: string } | { wallet: string };

/** What was typed into the header's search; null for nothing. */
export function parseSearch(text: string): Target | null {
  const value = text.trim();
  if (value === "") return null;
  const number = /^#?(\d{1,15})$/.exec(value)?.[1];
  if (number !== undefined) return { path: `/agents/${Number(number)}` };
  // Part of a wallet is a search; something as long as a wallet is meant to be one.
  if (!/^0x[0-9a-z]{38,}$/i.test(value)) return { path: `/agents?${new URLSearchParams({ search: value })}` };
  const parsed = parseWallet(value);
  return parsed.ok ? { wallet: parsed.wallet } : { path: toCheckPath(value) };
}

/** The page of the agent that acts from a wallet, or the check of that wallet; null where it was given up. */
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
    return body.agent === null ? toCheckPath(wallet) : `/agents/${body.agent.agentId}`;
  } catch {
    // That page asks again, and tells what went wrong.
    return signal.aborted ? null : toCheckPath(wallet);
  }
}

function toCheckPath(wallet: string): string {
  return `/kya?${new URLSearchParams({ wallet })}`;
}
