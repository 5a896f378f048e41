"use client";

import { formatCount } from "./format-number.ts";
import { toPageNumbers } from "./page-numbers.ts";

type Props = {
  page: number;
  totalPages: number;
  total: number;
  /** There are more than `total`, and nobody counted them. */
  isTotalCapped?: boolean;
  pageSize: number;
  /** The page asked for is still loading: what is shown above is another one. */
  isWaiting?: boolean;
  onPage(page: number): void;
};

const BUTTON = "h-8 min-w-8 rounded-lg px-2 hover:bg-soft";

export function Pagination(props: Props) {
  const { page, totalPages, total, isTotalCapped = false, pageSize, isWaiting = false, onPage } = props;
  const first = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 text-sm print:hidden"
    >
      <p className="min-h-5 text-xs text-muted">
        {isWaiting
          ? ""
          : `${formatCount(first)}–${formatCount(Math.min(total, page * pageSize))} of ${isTotalCapped ? "more than " : ""}${formatCount(total)}`}
      </p>
      <ol className="flex items-center gap-0.5">
        <li>
          <StepButton isLast={page <= 1} onStep={() => onPage(page - 1)}>
            Previous
          </StepButton>
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
          <StepButton isLast={page >= totalPages} onStep={() => onPage(page + 1)}>
            Next
          </StepButton>
        </li>
      </ol>
    </nav>
  );
}

/** Not `disabled` at the end: a button that is disabled while it is used loses the focus. */
function StepButton({ isLast, onStep, children }: { isLast: boolean; onStep(): void; children: string }) {
  return (
    <button
      type="button"
      aria-disabled={isLast}
      className={`${BUTTON} aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent`}
      onClick={() => {
        if (!isLast) onStep();
      }}
    >
      {children}
    </button>
  );
}
