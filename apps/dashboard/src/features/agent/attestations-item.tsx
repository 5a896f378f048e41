"use client";

import type { ReactNode } from "react";
import { formatCounted } from "../../shared/format-number.ts";
import { formatPeriod } from "../../shared/format-time.ts";
import { StateLink } from "../../shared/state-link.tsx";
import { useUrlState } from "../../shared/use-url-state.ts";
import type { Story } from "./filing-stories.ts";
import { parseUnfolded, toggleLine } from "./unfolded-lines.ts";

type Props = {
  /** Newest first. */
  stories: Story[];
  isLast: boolean;
  render(story: Story): ReactNode;
};

/** Attestations in a row, in one line; each of them on demand, on paper as on the screen. */
export function AttestationsItem({ stories, isLast, render }: Props) {
  const unfolded = parseUnfolded(useUrlState().params);
  const end = stories[0]?.filing.timestamp;
  const start = stories.at(-1)?.filing.timestamp;
  if (start === undefined || end === undefined) return null;
  const period = formatPeriod({ start, end });
  const line = stories.map(({ number }) => number);
  const isOpen = line.some((number) => unfolded.includes(number));
  const anchor = `attestations-${line[0]}`;
  return (
    <>
      <li
        id={anchor}
        data-folded={isOpen ? 0 : stories.length}
        className="grid scroll-mt-4 grid-cols-[1.25rem_1fr] gap-x-3 text-sm sm:grid-cols-[7.5rem_1.25rem_1fr] print:break-inside-avoid"
      >
        <span className="max-sm:hidden" />
        <span aria-hidden className="relative flex justify-center">
          <span className="mt-1.5 size-2.5 rounded-full border-2 border-green bg-surface" />
          {isLast && !isOpen ? null : <span className="absolute top-5.5 bottom-0 border-l border-line" />}
        </span>
        <span className="min-w-0 pb-4">
          {formatCounted(stories.length, "attestation")}, {period}{" "}
          <StateLink
            changes={toggleLine({ unfolded, line })}
            replace
            anchor={anchor}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Fold" : "Show each"}: ${formatCounted(stories.length, "attestation")}, ${period}`}
            className="link ml-1 text-xs print:hidden"
          >
            {isOpen ? "Fold" : "Show each"}
          </StateLink>
        </span>
      </li>
      {isOpen ? stories.map(render) : null}
    </>
  );
}
