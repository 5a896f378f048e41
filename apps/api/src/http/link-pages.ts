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

type NumberedPage = { total: number; page: number; limit: number };

/** The fields that every list with numbered pages has. */
export function toPageFields({ total, page, limit }: NumberedPage) {
  return { total, page, limit, totalPages: Math.ceil(total / limit) };
}

/** Of a list with numbered pages. From beyond the last page the previous one is the last. */
export function toNumberedPages({ page, totalPages }: { page: number; totalPages: number }): Pages {
  return {
    prev: page > 1 && totalPages > 0 ? { page: Math.min(page - 1, totalPages) } : undefined,
    next: page < totalPages ? { page: page + 1 } : undefined,
  };
}

type OffsetPage = { offset: number; limit: number; total: number };

/** Of a list that is asked for from a row on. */
export function toOffsetPages({ offset, limit, total }: OffsetPage): Pages {
  return {
    prev: offset > 0 ? { offset: Math.max(0, Math.min(offset, total) - limit) } : undefined,
    next: offset + limit < total ? { offset: offset + limit } : undefined,
  };
}
