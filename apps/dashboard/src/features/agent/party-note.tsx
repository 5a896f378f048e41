"use client";

import type { ReactNode } from "react";
import type { Word } from "../../shared/agreement.ts";

const WORDS: Record<Word["state"], { colour: string; text: string }> = {
  agreed: { colour: "text-green", text: "has agreed" },
  refused: { colour: "text-red", text: "refused" },
  released: { colour: "text-grey", text: "released: this is not its entry any more" },
  none: { colour: "text-yellow", text: "has not agreed yet" },
};

type Props = {
  named: string;
  word: Word | undefined;
  /** What else is known of the party. In the same line, so that nothing moves when it comes. */
  children?: ReactNode;
};

/** What a party that an entry names has said about it, in a few words below its address. */
export function PartyNote({ named, word, children }: Props) {
  const known = word === undefined ? undefined : WORDS[word.state];
  const isChanged = word?.changedSince.constitution === true || word?.changedSince.capabilities === true;
  return (
    <p className="text-xs text-muted">
      {children}
      {named}
      {known === undefined ? null : <span className={known.colour}> · {known.text}</span>}
      {isChanged ? <span className="text-yellow"> · to an earlier version of it</span> : null}
    </p>
  );
}
