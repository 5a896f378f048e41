"use client";

import type { ReactNode } from "react";

/** Says above everything else that a page is not of today, and leads to today. */
export function PastBand({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="card flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-l-[5px] border-l-accent px-5 py-3 sm:px-6"
    >
      <p className="font-serif text-lg">As it stood {words}</p>
      <p className="flex flex-wrap gap-x-5 text-sm print:hidden">{children}</p>
    </div>
  );
}
