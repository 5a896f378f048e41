import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { parseWallet } from "../../shared/wallet.ts";

/** The page that shows what was typed into the header's search; null for nothing. */
export async function findTarget({ text, apiUrl }: { text: string; apiUrl: string }): Promise<string | null> {
  const value = text.trim();
  if (value === "") return null;
  const number = /^#?(\d{1,15})$/.exec(value)?.[1];
  if (number !== undefined) return `/agents/${Number(number)}`;
  // Part of a wallet is a search; something as long as a wallet is meant to be one.
  if (!/^0x[0-9a-z]{38,}$/i.test(value)) return `/agents?${new URLSearchParams({ search: value })}`;
  const parsed = parseWallet(value);
  const check = `/kya?${new URLSearchParams({ wallet: parsed.ok ? parsed.wallet : value })}`;
  if (!parsed.ok) return check;
  try {
    const { body } = await fetchResource({
      apiUrl,
      resource: resources.kya(parsed.wallet),
      signal: new AbortController().signal,
    });
    return body.agent === null ? check : `/agents/${body.agent.agentId}`;
  } catch {
    // That page asks again, and tells what went wrong.
    return check;
  }
}
