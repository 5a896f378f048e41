"use client";

import { type ReactNode, useState } from "react";
import { formatCounted } from "../../shared/format-number.ts";
import { formatPeriod } from "../../shared/format-time.ts";
import type { Story } from "./filing-stories.ts";

type Props = {
  /** Newest first. */
  stories: Story[];
  isLast: boolean;
  render(story: Story): ReactNode;
};

/** Attestations in a row, in one line; each of them on demand, on paper as on the screen. */
export function AttestationsItem({ stories, isLast, render }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const end = stories[0]?.filing.timestamp;
  const start = stories.at(-1)?.filing.timestamp;
  if (start === undefined || end === undefined) return null;
  const period = formatPeriod({ start, end });
  return (
    <>
      <li
        data-folded={isOpen ? 0 : stories.length}
        className="grid grid-cols-[1.25rem_1fr] gap-x-3 text-sm sm:grid-cols-[7.5rem_1.25rem_1fr] print:break-inside-avoid"
      >
        <span className="max-sm:hidden" />
        <span aria-hidden className="relative flex justify-center">
          <span className="mt-1.5 size-2.5 rounded-full border-2 border-green bg-surface" />
          {isLast && !isOpen ? null : <span className="absolute top-5.5 bottom-0 border-l border-line" />}
        </span>
        <span className="min-w-0 pb-4">
          {formatCounted(stories.length, "attestation")}, {period}{" "}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "Fold" : "Show each"}: ${formatCounted(stories.length, "attestation")}, ${period}`}
            onClick={() => setIsOpen(!isOpen)}
            className="link ml-1 text-xs print:hidden"
          >
            {isOpen ? "Fold" : "Show each"}
          </button>
        </span>
      </li>
      {isOpen ? stories.map(render) : null}
    </>
  );
}
