import { parsePublicUrl } from "./parse-public-url.ts";

// Not written as `process.env.RELAYER_URL`: the bundler would freeze that into the build.
const VARIABLE = "RELAYER_URL";

/** The relayer's address as the browser reaches it, null if there is none; read by the running server only. */
export function readRelayerUrl(): string | null {
  const relayerUrl = parsePublicUrl(process.env[VARIABLE]);
  if (relayerUrl === undefined) throw new Error(RELAYER_URL_RULE);
  return relayerUrl;
}

export const RELAYER_URL_RULE = `${VARIABLE} must be an http:// or https:// address without a query, such as https://relayer.example.`;
