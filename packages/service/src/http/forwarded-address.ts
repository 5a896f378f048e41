type Forwarded = {
  /** The header `X-Forwarded-For`. */
  forwardedFor: string | undefined;
  /** How many proxies in front of the service are ours. */
  trustProxyHops: number;
};

/**
 * Whom the proxies in front of a service say they ask for. The header is read only as far back as there are proxies of
 * ours: the caller may have written the entries further left itself. Undefined if no proxy of ours says anything.
 */
export function findForwardedAddress({ forwardedFor = "", trustProxyHops }: Forwarded): string | undefined {
  if (trustProxyHops === 0) return undefined;
  const entries = forwardedFor
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // The last entry was written by the proxy next to us, the one before it by the proxy before that.
  const entry = entries[Math.max(0, entries.length - trustProxyHops)];
  return entry && withoutPort(entry);
}

/** Some proxies add the port, which is another for each connection: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d*)?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}
