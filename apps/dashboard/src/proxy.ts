import { type NextRequest, NextResponse } from "next/server";
import { readApiUrl } from "./api/api-url.ts";

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

/** Under this address there is no page, so that the page which says so is shown. */
const NO_PAGE = "/not-found";

/** An address with a broken percent sign is one of no page; left alone, it would be a fault of the server. */
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
