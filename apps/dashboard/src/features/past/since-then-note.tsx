"use client";

import { formatCount } from "../../shared/format-number.ts";
import { SkeletonSentence } from "../../shared/skeleton.tsx";
import type { NumberedFiling } from "../agent/join-filings.ts";
import { toSinceThen } from "./since-then.ts";

type Props = {
  /** Newest first; undefined while they load. */
  since: readonly NumberedFiling[] | undefined;
  isCut: boolean;
  error: unknown;
};

/** What has happened between the moment that is shown and today. */
export function SinceThenNote({ since, isCut, error }: Props) {
  if (since === undefined) {
    return error === null ? (
      <p>
        <SkeletonSentence shape="Since then: 00 attestations, 0 revenue reports." />
      </p>
    ) : (
      <p className="text-muted">What has been filed since then cannot be read at the moment.</p>
    );
  }
  if (isCut)
    return <p>More than {formatCount(since.length)} filings have been made since then: see today’s entry.</p>;
  const words = toSinceThen(since.map(({ filing }) => filing));
  return (
    <p>{words.length === 0 ? "Nothing has been filed since then." : `Since then: ${words.join(", ")}.`}</p>
  );
}
