// Not written as `process.env.EXPLORER_URL`: the bundler would freeze that into the build.
const VARIABLE = "EXPLORER_URL";

/** The address below which `/tx/<hash>` shows a transaction; null if none is given, undefined if it is not one. */
export function parseExplorerUrl(value: string | undefined): string | null | undefined {
  if (value === undefined || value === "") return null;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  // Paths are appended to it, and everybody sees it.
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}

/** Read by the running server only. */
export function readExplorerUrl(): string | null {
  const explorerUrl = parseExplorerUrl(process.env[VARIABLE]);
  if (explorerUrl === undefined) throw new Error(EXPLORER_URL_RULE);
  return explorerUrl;
}

export const EXPLORER_URL_RULE = `${VARIABLE} must be an http:// or https:// address without a query, such as https://explorer.example.`;
