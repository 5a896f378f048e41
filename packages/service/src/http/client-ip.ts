import { createHash, timingSafeEqual } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { DASHBOARD_SECRET_HEADER, VISITOR_HEADER } from "@agent-registry/protocol";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { findForwardedAddress } from "./forwarded-address.ts";

/** The address that limits are counted by: an IPv4 address, or the /64 of an IPv6 one. */
export type ClientIp = (c: Context) => string;

type ClientIpOptions = {
  trustProxyHops: number;
  /**
   * The dashboard sends it with the address of the visitor it asks for. Without it, no caller may name one.
   */
  dashboardSecret?: string | undefined;
};

/** The caller's address, or that of the dashboard's visitor for whom it asks. */
export function createClientIp({ trustProxyHops, dashboardSecret }: ClientIpOptions): ClientIp {
  const isDashboard = dashboardSecret === undefined ? undefined : createSecretCheck(dashboardSecret);
  return function clientIp(c) {
    const visitor = isDashboard?.(c.req.header(DASHBOARD_SECRET_HEADER))
      ? c.req.header(VISITOR_HEADER)
      : undefined;
    const socketAddress = readSocketAddress(c);
    const forwardedFor = trustProxyHops === 0 ? undefined : c.req.header("x-forwarded-for");
    const forwarded = findForwardedAddress({ forwardedFor, trustProxyHops });
    // What is no address must not become a key of its own: a caller could have as many as it likes.
    return (
      (visitor && toCountedAddress(visitor)) ??
      (forwarded && toCountedAddress(forwarded)) ??
      toCountedAddress(socketAddress) ??
      "unknown"
    );
  };
}

/** Both are hashed, so that the time of the comparison shows neither length nor content. */
function createSecretCheck(secret: string): (given: string | undefined) => boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  const expected = hash(secret);
  return (given) => given !== undefined && timingSafeEqual(hash(given), expected);
}

function readSocketAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? "unknown";
  } catch {
    // No socket under `app.request()`: all such callers are one.
    return "unknown";
  }
}

const NETWORK_64 = "::/64";
const MAPPED_DOTTED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * One spelling for each address. An IPv4-mapped IPv6 address is the IPv4 one, in whichever form it is written.
 * An IPv6 caller owns at least its /64, so that is counted. Undefined for what is no address.
 */
function toCountedAddress(given: string): string | undefined {
  const address = MAPPED_DOTTED.exec(given)?.[1] ?? given;
  if (isIPv4(address)) return address;
  const bare = given.replace(/%.*$/s, "");
  if (!isIPv6(bare)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0, e, f, high = 0, low = 0] = toGroups(bare);
  const isMapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff;
  if (isMapped) return `${high >> 8}.${high & 0xff}.${low >> 8}.${low & 0xff}`;
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}${NETWORK_64}`;
}

/** The eight numbers of an IPv6 address. A URL has them in one form: without leading zeros, and none as an IPv4 address. */
function toGroups(address: string): number[] {
  const [head = [], tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::").map(toNumbers);
  if (tail === undefined) return head;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function toNumbers(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}

/** What to count a caller by, each with how many times the limit of one address it may reach. */
export type RateKey = { key: string; times: number };

/**
 * Providers give a customer a /56 or a /48, which are 256 and 65,536 networks of /64. So these are counted, too,
 * at a limit that leaves room for neighbours. The narrowest comes first.
 */
export function toRateKeys(clientIp: string): RateKey[] {
  const own = { key: clientIp, times: 1 };
  if (!clientIp.endsWith(NETWORK_64)) return [own];
  const groups = clientIp.slice(0, -NETWORK_64.length);
  const lastColon = groups.lastIndexOf(":");
  const network48 = groups.slice(0, lastColon);
  // The fourth group without its last two digits.
  const subnet = groups.slice(lastColon + 1, -2) || "0";
  return [own, { key: `${network48}:${subnet}::/56`, times: 4 }, { key: `${network48}::/48`, times: 16 }];
}
