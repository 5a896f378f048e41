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
