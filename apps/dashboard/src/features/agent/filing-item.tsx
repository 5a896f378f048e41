"use client";

import type { Filing } from "@agent-registry/protocol";
import type { ReactNode } from "react";
import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { toPersonPath } from "../../shared/links/paths.ts";
import { formatCount, formatCounted } from "../../shared/text/format-number.ts";
import { formatPeriod } from "../../shared/time/format-time.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { StateLink, useUrlState } from "../../shared/url-state/url-state.tsx";
import { type Parties, toActor } from "../../shared/verdict/filing-actor.ts";
import { TONE_OF_STATUS } from "../../shared/verdict/status-badge.tsx";
import type { Tone } from "../../shared/verdict/verdict-types.ts";
import type { Story } from "./filing-stories.ts";
import { FilingWhat } from "./filing-what.tsx";
import { parseUnfolded, toggleLine } from "./history-lines.ts";

const DOT: Record<Tone | "accent", string> = {
  green: "border-green",
  yellow: "border-yellow",
  red: "border-red",
  grey: "border-grey",
  accent: "border-accent",
};

type Props = { story: Story; agentId: number; parties: Parties; isPast: boolean };

/** One filing, or several of one call: when, what, by whom, and the transaction that proves it. */
export function FilingItem({ story, agentId, parties, isPast }: Props) {
  const { filing } = story;
  const isLast = story.number === 1;
  return (
    <li className="grid grid-cols-[1.25rem_1fr] gap-x-3 text-sm sm:grid-cols-[7.5rem_1.25rem_1fr] print:break-inside-avoid">
      <span className="pt-px text-xs text-muted max-sm:hidden">
        <TimeAgo iso={filing.timestamp} isPast={isPast} />
      </span>
      <span aria-hidden className="relative flex justify-center">
        <span className={`mt-1.5 size-2.5 rounded-full border-2 bg-surface ${DOT[toTone(filing)]}`} />
        {isLast ? null : <span className="absolute top-5.5 bottom-0 border-l border-line" />}
      </span>
      <span className="min-w-0 pb-4">
        <span className="[overflow-wrap:anywhere]">
          <FilingWhat story={story} />
        </span>
        {/* Each dot stays with what stands before it: no line begins with one. */}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-1.5 text-xs text-muted">
          <span className="whitespace-nowrap sm:hidden">
            <TimeAgo iso={filing.timestamp} isPast={isPast} /> ·
          </span>
          <span className="whitespace-nowrap" title={filing.actor}>
            <Actor filing={filing} parties={parties} /> ·
          </span>
          <span className="whitespace-nowrap">block {formatCount(filing.blockNumber)} ·</span>
          <span className="whitespace-nowrap print:hidden">
            <PageLink href={`/agents/${agentId}?block=${filing.blockNumber}`} className="link">
              as it stood then
            </PageLink>{" "}
            ·
          </span>
          <TransactionLink hash={filing.transactionHash} />
        </span>
      </span>
    </li>
  );
}

/** A Haftungsperson or creator has a page, which the name links to. */
function Actor({ filing, parties }: { filing: Filing; parties: Parties }) {
  const words = toActor({ filing, parties });
  const { actor, actorRole } = filing;
  if (actorRole !== "haftungsperson" && actorRole !== "creator") return words;
  return (
    <PageLink href={toPersonPath(actor, actorRole)} className="link">
      {words}
    </PageLink>
  );
}

function toTone(filing: Filing): Tone | "accent" {
  if (filing.kind === "status-changed") return TONE_OF_STATUS[filing.newStatus];
  if (filing.kind === "consent-refused") return "red";
  if (filing.kind === "wallet-released") return "grey";
  return filing.kind === "attested" || filing.kind === "registered" ? "green" : "accent";
}

type AttestationsItemProps = {
  /** Newest first. */
  stories: Story[];
  isLast: boolean;
  render(story: Story): ReactNode;
};

/** Attestations in a row, in one line; each of them on demand, on paper as on the screen. */
export function AttestationsItem({ stories, isLast, render }: AttestationsItemProps) {
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
