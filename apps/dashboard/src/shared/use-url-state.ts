"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlChanges = Record<string, string | number | null>;

/**
 * Keeps what the reader has chosen in the address bar, so that a view can be shared and the back button
 * undoes a choice. Written with the history API, so that the server is not asked for the same page again.
 */
export function useUrlState() {
  const params = useSearchParams();
  const pathname = usePathname();

  const write = useCallback((changes: UrlChanges, { replace = false }: { replace?: boolean } = {}) => {
    const url = new URL(window.location.href);
    url.search = toQuery(url.searchParams, changes);
    if (url.href === window.location.href) return;
    // Until Next watches the history it would not notice a change: the server is asked for the page instead.
    if (!Object.hasOwn(window.history, "pushState")) window.location.assign(url);
    else if (replace) window.history.replaceState(null, "", url);
    else window.history.pushState(null, "", url);
  }, []);

  /** The address of this page after such a choice, for those who follow it as a link. */
  const toHref = (changes: UrlChanges) => {
    const query = toQuery(params, changes);
    return query === "" ? pathname : `${pathname}?${query}`;
  };

  return { params, pathname, write, toHref };
}

function toQuery(present: URLSearchParams, changes: UrlChanges): string {
  const params = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  return params.toString();
}
