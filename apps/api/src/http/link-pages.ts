import type { Context } from "hono";

/** The parameters by which another page of the same list is asked for; undefined if there is none. */
export type Pages = Record<"prev" | "next", Record<string, string | number> | undefined>;

/**
 * A `Link` header (RFC 8288) that says where the neighbouring pages are; undefined if there are none. The addresses are
 * relative to the request's own, whatever a proxy has put before it, and keep its other parameters.
 */
export function toLink(c: Context, pages: Pages): string | undefined {
  const links = Object.entries(pages).flatMap(([rel, page]) =>
    page === undefined ? [] : [`<${toQuery(c, page)}>; rel="${rel}"`],
  );
  return links.length === 0 ? undefined : links.join(", ");
}

function toQuery(c: Context, page: Record<string, string | number>): string {
  const query = new URL(c.req.url).searchParams;
  for (const [name, value] of Object.entries(page)) query.set(name, String(value));
  return `?${query}`;
}

/** The fields that every list with numbered pages has. */
export function toPageFields({ total, page, limit }: { total: number; page: number; limit: number }) {
  return { total, page, limit, totalPages: Math.ceil(total / limit) };
}

/** Where a body stands in its list: at a numbered page, at a row, or before what a cursor names. */
type Listed = {
  total: number;
  limit: number;
  page?: number;
  totalPages: number;
  offset?: number;
  next?: string | null;
  hasMore?: boolean;
};

/** The neighbouring pages of a body that is a page of a list. */
export function findPages(body: unknown): Pages | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { total, limit, page, totalPages, offset, next, hasMore } = body as Listed;
  // From beyond the last page the previous one is the last.
  if (page !== undefined)
    return {
      prev: page > 1 && totalPages > 0 ? { page: Math.min(page - 1, totalPages) } : undefined,
      next: page < totalPages ? { page: page + 1 } : undefined,
    };
  if (offset !== undefined)
    return {
      prev: offset > 0 ? { offset: Math.max(0, Math.min(offset, total) - limit) } : undefined,
      next: offset + limit < total ? { offset: offset + limit } : undefined,
    };
  // Those that follow the register get a cursor behind its newest filing, too, to go on from later.
  if (typeof next === "string" && hasMore !== false) return { prev: undefined, next: { after: next } };
  return undefined;
}
