"use client";

import { formatCount } from "../text/format-number.ts";
import { toPageNumbers } from "./page-numbers.ts";
import { StateLink } from "./url-state.tsx";

type Props = {
  page: number;
  totalPages: number;
  total: number;
  /** There are more than `total`; the API stopped counting there. */
  isTotalCapped?: boolean;
  pageSize: number;
  /** The page asked for is still loading: what is shown above is another one. */
  isWaiting?: boolean;
  /** The parameter that says the page in the address. */
  parameter?: string;
  /** Once another page is asked for. */
  onPage?(): void;
};

const LINK = "inline-block h-8 min-w-8 rounded-lg px-2 text-center leading-8 hover:bg-soft";
/** At the end it stays a link, to the page that is shown: without an address it would lose the focus. */
const STEP = `${LINK} aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent`;

export function Pagination(props: Props) {
  const { page, totalPages, total, isTotalCapped = false, pageSize, isWaiting = false } = props;
  const { parameter = "page", onPage } = props;
  const follow = (to: number) => ({
    changes: { [parameter]: to <= 1 ? null : Math.min(to, totalPages) },
    ...(onPage === undefined ? {} : { onFollow: onPage }),
  });
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
          <StateLink {...follow(page - 1)} aria-disabled={page <= 1} className={STEP}>
            Previous
          </StateLink>
        </li>
        {toPageNumbers({ page, totalPages }).map((item) => (
          <li key={item.key} className="max-sm:hidden">
            {item.number === null ? (
              <span className="px-1.5 text-muted">…</span>
            ) : (
              <StateLink
                {...follow(item.number)}
                aria-label={`Page ${item.number}`}
                aria-current={item.number === page ? "page" : undefined}
                className={`${LINK} aria-[current]:bg-soft aria-[current]:font-medium`}
              >
                {formatCount(item.number)}
              </StateLink>
            )}
          </li>
        ))}
        <li>
          <StateLink {...follow(page + 1)} aria-disabled={page >= totalPages} className={STEP}>
            Next
          </StateLink>
        </li>
      </ol>
    </nav>
  );
}
