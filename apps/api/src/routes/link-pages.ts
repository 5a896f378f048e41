import type { Context } from "hono";
import { presetHeaders } from "../responses/reply.ts";

/** The parameters by which another page of the same list is asked for; undefined if there is none. */
type Pages = Record<"prev" | "next", Record<string, string | number> | undefined>;

/**
 * Says in a `Link` header (RFC 8288) where the neighbouring pages are. The addresses are relative to the request's own,
 * whatever a proxy has put before it, and keep its other parameters.
 */
export function linkPages(c: Context, pages: Pages): void {
  const links = Object.entries(pages).flatMap(([rel, page]) =>
    page === undefined ? [] : [`<${toQuery(c, page)}>; rel="${rel}"`],
  );
  if (links.length > 0) presetHeaders(c, { ...c.get("presetHeaders"), Link: links.join(", ") });
}

function toQuery(c: Context, page: Record<string, string | number>): string {
  const query = new URL(c.req.url).searchParams;
  for (const [name, value] of Object.entries(page)) query.set(name, String(value));
  return `?${query}`;
}

/** Of a list with numbered pages. From beyond the last page the previous one is the last. */
export function linkNumberedPages(
  c: Context,
  { page, totalPages }: { page: number; totalPages: number },
): void {
  linkPages(c, {
    prev: page > 1 && totalPages > 0 ? { page: Math.min(page - 1, totalPages) } : undefined,
    next: page < totalPages ? { page: page + 1 } : undefined,
  });
}

/** The same of a response that was made before, of which only the body is there: its first field of this name. */
export function linkStoredPages(c: Context, { page, body }: { page: number; body: string }): void {
  linkNumberedPages(c, { page, totalPages: Number(/"totalPages":(\d+)/.exec(body)?.[1] ?? 0) });
}

type OffsetPage = { offset: number; limit: number; total: number };

/** Of a list that is asked for from a row on. */
export function linkOffsetPages(c: Context, { offset, limit, total }: OffsetPage): void {
  linkPages(c, {
    prev: offset > 0 ? { offset: Math.max(0, Math.min(offset, total) - limit) } : undefined,
    next: offset + limit < total ? { offset: offset + limit } : undefined,
  });
}
