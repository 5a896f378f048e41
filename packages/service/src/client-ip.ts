import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** The address that limits are counted by. */
export type ClientIp = (c: Context) => string;

/**
 * The caller's address. `X-Forwarded-For` is read only as far back as there are proxies of ours: the caller
 * may have written the entries further left itself.
 */
export function createClientIp({ trustProxyHops }: { trustProxyHops: number }): ClientIp {
  return function clientIp(c) {
    const socketAddress = readSocketAddress(c);
    if (trustProxyHops === 0) return normalise(socketAddress);
    const forwarded = (c.req.header("x-forwarded-for") ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    // The last entry was written by the proxy next to us, the one before it by the proxy before that.
    const entry = forwarded[Math.max(0, forwarded.length - trustProxyHops)];
    return normalise(entry === undefined ? socketAddress : withoutPort(entry));
  };
}

function readSocketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? "unknown";
  } catch {
    // No socket under `app.request()`: all such callers are one.
    return "unknown";
  }
}

/** Some proxies add the port, which is another for each connection: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d*)?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

/** An IPv4-mapped IPv6 address is the IPv4 one. An IPv6 caller owns at least its /64, so that is counted. */
function normalise(address: string): string {
  const bare = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!bare.includes(":")) return bare.slice(0, 64);
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailLength = tail === undefined || tail === "" ? 0 : tail.split(":").length;
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - tailLength);
  const full = [...groups, ...Array<string>(missing).fill("0"), ...(tail ? tail.split(":") : [])];
  return `${full
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`.slice(0, 64);
}
