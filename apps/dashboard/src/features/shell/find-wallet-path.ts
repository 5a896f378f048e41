import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { toKyaPath } from "../../shared/kya-path.ts";

/** The page of the agent that acts from a wallet, or the check of that wallet; null if the search was aborted. */
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
    return body.agent === null ? toKyaPath(wallet) : `/agents/${body.agent.agentId}`;
  } catch {
    // That page asks again, and tells what went wrong.
    return signal.aborted ? null : toKyaPath(wallet);
  }
}
