import { type NextRequest, NextResponse } from "next/server";
import { readApiUrl } from "./api/read-api-url.ts";

/** A policy with a fresh nonce for each page: no inline script or style but ours, no host but the API. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = toPolicy({ nonce, apiOrigin: new URL(readApiUrl()).origin });

  // Next reads the nonce from the request's own policy header and puts it on its scripts.
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);

  const response = isReadable(request.nextUrl.pathname)
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

function toPolicy({ nonce, apiOrigin }: { nonce: string; apiOrigin: string }): string {
  // React's development build rebuilds stacks with eval; the production build never does.
  const evalInDevelopment = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evalInDevelopment}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${apiOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
