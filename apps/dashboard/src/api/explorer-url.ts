import { parsePublicUrl } from "./parse-public-url.ts";

// Not written as `process.env.EXPLORER_URL`: the bundler would freeze that into the build.
const VARIABLE = "EXPLORER_URL";

/** The address below which `/tx/<hash>` shows a transaction; read by the running server only. */
export function readExplorerUrl(): string | null {
  const explorerUrl = parsePublicUrl(process.env[VARIABLE]);
  if (explorerUrl === undefined) throw new Error(EXPLORER_URL_RULE);
  return explorerUrl;
}

export const EXPLORER_URL_RULE = `${VARIABLE} must be an http:// or https:// address without a query, such as https://explorer.example.`;
