/** Longer segments are taken for API keys. */
const LONGEST_SHOWN_SEGMENT = 15;

/** An RPC address as it may be shown: no user info, no query, no path segment that may be a key. */
export function maskUrl(rpcUrl: string): string {
  if (!URL.canParse(rpcUrl)) return "(not an address)";
  const url = new URL(rpcUrl);
  const path = url.pathname
    .split("/")
    .map((segment) => (segment.length > LONGEST_SHOWN_SEGMENT ? "***" : segment))
    .join("/");
  return `${url.protocol}//${url.host}${path === "/" ? "" : path}`;
}

/** An address within a text: it ends at what no address holds, or where the next one begins. */
const ADDRESSES = /(?:https?|wss?):\/\/(?:(?!(?:https?|wss?):\/\/)[^\s"<>\\])+/gi;

/** A text as it may be shown: libraries quote in their errors the address of the node that they asked. */
export function maskUrls(text: string): string {
  return text.replace(ADDRESSES, (found) => {
    // What closes the sentence around it.
    const address = found.replace(/[)}'`.,;:!?]+$/, "");
    return maskUrl(address) + found.slice(address.length);
  });
}
