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

/** A URL within a text: it ends at a character that no URL holds, or at the start of the next URL. */
const ADDRESSES = /(?:https?|wss?):\/\/(?:(?!(?:https?|wss?):\/\/)[^\s"<>\\])+/gi;

/** A text as it may be shown: libraries quote the node's address in their errors. */
export function maskUrls(text: string): string {
  return text.replace(ADDRESSES, (found) => {
    // The punctuation of the sentence around it stays.
    const address = found.replace(/[)}'`.,;:!?]+$/, "");
    return maskUrl(address) + found.slice(address.length);
  });
}
