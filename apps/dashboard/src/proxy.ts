import { type NextRequest, NextResponse } from "next/server";
import { readApiUrl, readRelayerUrl } from "./api/service-urls.ts";

/**
 * A policy with a fresh nonce for each page: no inline script or style but ours, no host but the API and the relayer,
 * and on the page where readers check for themselves the nodes that they name.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const { pathname } = request.nextUrl;
  const services = [readApiUrl(), readRelayerUrl()].filter((url) => url !== null);
  const policy = toPolicy({ nonce, origins: services.map((url) => new URL(url).origin), pathname });

  // Next reads the nonce from the request's own policy header and puts it on its scripts.
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);

  const response = isReadable(pathname)
    ? NextResponse.next({ request: { headers } })
    : NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = { matcher: "/((?!_next/static).*)" };

/** No page has this address, so Next shows its not-found page. */
const NO_PAGE = "/not-found";

/** A path with a broken percent sign gets the not-found page; otherwise it would be a server error. */
function isReadable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/** Browsers let a page of https ask plain http of the own machine alone. */
const ANY_NODE = "https: http://localhost:* http://127.0.0.1:*";

type PolicyInput = { nonce: string; origins: string[]; pathname: string };

function toPolicy({ nonce, origins, pathname }: PolicyInput): string {
  // React's development build rebuilds stacks with eval; the production build never does.
  const evalInDevelopment = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evalInDevelopment}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins, ...(pathname === "/check" ? [ANY_NODE] : [])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
