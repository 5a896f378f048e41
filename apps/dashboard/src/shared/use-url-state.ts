"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

export type UrlChanges = Record<string, string | number | null>;

/**
 * Keeps what the reader has chosen in the address bar, so that a view can be shared and the back button
 * undoes a choice. Written with the history API, so that the server is not asked for the same page again.
 */
export function useUrlState() {
  const params = useSearchParams();

  const write = useCallback((changes: UrlChanges, { replace = false }: { replace?: boolean } = {}) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") url.searchParams.delete(name);
      else url.searchParams.set(name, String(value));
    }
    if (url.href === window.location.href) return;
    if (replace) window.history.replaceState(null, "", url);
    else window.history.pushState(null, "", url);
  }, []);

  return { params, write };
}
