"use client";

import { usePrinting } from "../../shared/page/use-browser-state.ts";
import { formatCount } from "../../shared/text/format-number.ts";

/** Says on paper that a list is not whole, how much is printed, and where the rest is. */
export function PrintNote({ shown, total, what }: { shown: number; total: number; what: string }) {
  const isPrinting = usePrinting();
  if (!isPrinting || shown >= total) return null;
  return (
    <p className="mt-3 text-sm">
      Not the whole record: {formatCount(shown)} of {formatCount(total)} {what} are printed. All of them are
      at{" "}
      <span className="[overflow-wrap:anywhere]">
        {window.location.origin}
        {window.location.pathname}
      </span>
      .
    </p>
  );
}
