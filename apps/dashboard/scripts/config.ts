import { once } from "node:events";
import { createServer, isIP } from "node:net";
import { API_PORT, DASHBOARD_PORT } from "@agent-registry/protocol/limits";
import { findSecretProblem } from "@agent-registry/protocol/visitor-headers";
import { isSecurityContact, SECURITY_CONTACT_RULE } from "@agent-registry/service/security-txt";
import { EXPLORER_URL_RULE, parsePublicUrl, RELAYER_URL_RULE } from "../src/api/service-urls.ts";

/** The names of all variables that the dashboard reads. */
export const DASHBOARD_SETTINGS: readonly string[] = [
  "PORT",
  "HOST",
  "NEXT_PUBLIC_API_URL",
  "API_INTERNAL_URL",
  "DASHBOARD_SECRET",
  "TRUST_PROXY",
  "EXPLORER_URL",
  "RELAYER_URL",
  "SECURITY_CONTACT",
];

/** Without a host it listens on every address. */
export type DashboardConfig = {
  port: number;
  host: string | undefined;
  /** Where browsers reach the query API. */
  apiUrl: string;
  /** Where this server reaches it. */
  apiInternalUrl: string;
  /** Shared with the query API; without it all visitors share one limit there while pages are rendered. */
  secret: string | undefined;
  trustProxyHops: number;
  explorerUrl: string | null;
  relayerUrl: string | null;
  /** Where finders of a vulnerability report it. */
  securityContact: string | undefined;
};

/** The dashboard's variables, or a sentence for each that is wrong. */
export function parseDashboardConfig(
  env: Partial<Record<string, string>>,
): DashboardConfig | { problems: string[] } {
  const usualApiUrl = `http://localhost:${API_PORT}`;
  const port = env.PORT || String(DASHBOARD_PORT);
  const host = env.HOST || undefined;
  const apiUrl = env.NEXT_PUBLIC_API_URL || usualApiUrl;
  const apiInternalUrl = env.API_INTERNAL_URL || apiUrl;
  const secret = env.DASHBOARD_SECRET || undefined;
  const hops = env.TRUST_PROXY || "0";
  const explorerUrl = parsePublicUrl(env.EXPLORER_URL);
  const relayerUrl = parsePublicUrl(env.RELAYER_URL);
  const securityContact = env.SECURITY_CONTACT || undefined;
  const problems: string[] = [];
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    problems.push(`PORT must be a port number, not "${port}".`);
  }
  if (host !== undefined && isIP(host) === 0 && host !== "localhost") {
    problems.push(`HOST must be an IP address of this machine, such as 127.0.0.1, not "${host}".`);
  }
  for (const [name, url] of Object.entries({ NEXT_PUBLIC_API_URL: apiUrl, API_INTERNAL_URL: apiInternalUrl }))
    if (
      !/^https?:$/.test(URL.parse(url)?.protocol ?? "") &&
      (name === "NEXT_PUBLIC_API_URL" || url !== apiUrl)
    )
      problems.push(`${name} must be an http:// or https:// address, such as ${usualApiUrl}, not "${url}".`);
  // The message does not repeat its value: with it, a reader of the log could send requests as any visitor.
  const secretProblem = secret && findSecretProblem(secret);
  if (secretProblem) problems.push(`DASHBOARD_SECRET ${secretProblem}.`);
  if (!/^\d{1,2}$/.test(hops) || Number(hops) > MAX_PROXIES) {
    problems.push(`TRUST_PROXY must be a number of proxies from 0 to ${MAX_PROXIES}, not "${hops}".`);
  }
  if (explorerUrl === undefined) problems.push(EXPLORER_URL_RULE);
  if (relayerUrl === undefined) problems.push(RELAYER_URL_RULE);
  if (securityContact !== undefined && !isSecurityContact(securityContact))
    problems.push(`SECURITY_CONTACT ${SECURITY_CONTACT_RULE}.`);
  if (problems.length > 0 || explorerUrl === undefined || relayerUrl === undefined) return { problems };
  return {
    port: Number(port),
    host,
    apiUrl,
    apiInternalUrl,
    secret,
    trustProxyHops: Number(hops),
    explorerUrl,
    relayerUrl,
    securityContact,
  };
}

const MAX_PROXIES = 16;

/**
 * Why the dashboard cannot listen there, in a sentence; undefined if it can. Asked first: Next would be built and loaded
 * in vain, and makes of the error two stack traces and a process that ends as if all were well.
 */
export async function findPortProblem({
  port,
  host,
}: Pick<DashboardConfig, "port" | "host">): Promise<string | undefined> {
  const probe = createServer().listen({ port, ...(host === undefined ? {} : { host }) });
  try {
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      return `Port ${port} is taken by another program. Stop that one, or name another port by PORT.`;
    if (code === "EACCES") return `Port ${port} is not open to this user. Name one from 1024 on by PORT.`;
    if (code === "EADDRNOTAVAIL") return `HOST (${host}) is not an address of this machine.`;
    return `The dashboard cannot listen on port ${port}: ${message}`;
  }
}
