"use client";

import { formatCount } from "./format-number.ts";
import { toPageNumbers } from "./page-numbers.ts";

type Props = {
  page: number;
  totalPages: number;
  total: number;
  pageSize: number;
  onPage(page: number): void;
};

const BUTTON =
  "h-8 min-w-8 rounded-lg px-2 hover:bg-soft disabled:text-muted disabled:opacity-60 disabled:hover:bg-transparent";

export function Pagination({ page, totalPages, total, pageSize, onPage }: Props) {
  const first = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 text-sm print:hidden"
    >
      <p className="text-xs text-muted">
        {formatCount(first)}–{formatCount(Math.min(total, page * pageSize))} of {formatCount(total)}
      </p>
      <ol className="flex items-center gap-0.5">
        <li>
          <button type="button" className={BUTTON} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </button>
        </li>
        {toPageNumbers({ page, totalPages }).map((item) => (
          <li key={item.key} className="max-sm:hidden">
            {item.number === null ? (
              <span className="px-1.5 text-muted">…</span>
            ) : (
              <button
                type="button"
                aria-label={`Page ${item.number}`}
                aria-current={item.number === page ? "page" : undefined}
                className={`${BUTTON} aria-[current]:bg-soft aria-[current]:font-medium`}
                onClick={() => onPage(item.number)}
              >
                {formatCount(item.number)}
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            className={BUTTON}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            Next
          </button>
        </li>
      </ol>
    </nav>
  );
}
