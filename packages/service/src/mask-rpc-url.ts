/** Longer segments are taken for API keys. */
const LONGEST_SHOWN_SEGMENT = 15;

/** An RPC address as it may be shown: no user info, no query, no path segment that may be a key. */
export function maskRpcUrl(rpcUrl: string): string {
  if (!URL.canParse(rpcUrl)) return "(not an address)";
  const url = new URL(rpcUrl);
  const path = url.pathname
    .split("/")
    .map((segment) => (segment.length > LONGEST_SHOWN_SEGMENT ? "***" : segment))
    .join("/");
  return `${url.protocol}//${url.host}${path === "/" ? "" : path}`;
}
