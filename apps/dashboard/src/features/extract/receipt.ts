const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const MOST_CHARACTERS = 4_000;
const TIMEOUT_MS = 10_000;

/** The register's signed word on a wallet, or null: not every register signs, and a sheet is good without it. */
export async function fetchReceipt({
  apiUrl,
  wallet,
}: {
  apiUrl: string;
  wallet: string;
}): Promise<string | null> {
  try {
    const response = await fetch(`${apiUrl}/api/v1/kya/${wallet}/receipt`, {
      cache: "no-cache",
      credentials: "omit",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const token = response.ok ? (await response.text()).trim() : "";
    return token.length <= MOST_CHARACTERS && TOKEN.test(token) ? token : null;
  } catch {
    return null;
  }
}

/** What a sheet says of a receipt: who signed it, about which block, and until when they stand by it. */
type ReceiptFacts = { issuer: string; agentId: number; block: number; until: string };

/**
 * Reads the claims of a receipt without checking its signature: a recipient who relies on it must check it.
 */
export function readReceipt(token: string): ReceiptFacts | null {
  try {
    const [, payload = ""] = token.split(".");
    const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const { iss, agentId, exp, block } = JSON.parse(new TextDecoder().decode(bytes));
    if (!Number.isSafeInteger(agentId)) return null;
    if (typeof iss !== "string" || !Number.isSafeInteger(exp) || !Number.isSafeInteger(block?.number))
      return null;
    return { issuer: iss, agentId, block: block.number, until: new Date(exp * 1000).toISOString() };
  } catch {
    return null;
  }
}
