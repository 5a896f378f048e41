import type { Fetch } from "../http/ask-json.ts";
import { fetchToken } from "./fetch-token.ts";

export type FetchSignedInput = { apiUrl: string; wallet: string; fetch?: Fetch | undefined };

const MAX_BYTES = 8_192;

/** The register's verdict on a wallet, signed. Nothing of it is checked yet: `verifyReceipt` does that. */
export function fetchReceipt({ apiUrl, wallet, fetch }: FetchSignedInput): Promise<string> {
  return fetchToken({ url: `${apiUrl}/api/v1/kya/${wallet}/receipt`, fetch, maxBytes: MAX_BYTES });
}

/** The statement that a wallet is an agent's, for the agent to show to providers for a day. */
export function fetchBinding({ apiUrl, wallet, fetch }: FetchSignedInput): Promise<string> {
  return fetchToken({ url: `${apiUrl}/api/v1/kya/${wallet}/binding`, fetch, maxBytes: MAX_BYTES });
}
