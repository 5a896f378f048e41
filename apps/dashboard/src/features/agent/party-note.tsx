"use client";

import type { Word } from "../../shared/verdict/agreement.ts";

/** What a party has said. Of the past it is not known whether the record had changed since. */
export type Said = Pick<Word, "state"> & Partial<Pick<Word, "changedSince">>;

const WORDS: Record<Word["state"], { colour: string; text: string }> = {
  agreed: { colour: "text-green", text: "has agreed" },
  refused: { colour: "text-red", text: "refused" },
  released: { colour: "text-grey", text: "released: this is not its entry any more" },
  none: { colour: "text-yellow", text: "has not agreed yet" },
};

type Props = {
  named: string;
  said: Said | undefined;
};

/** What a party that an entry names has said about it, in a few words below its address. */
export function PartyNote({ named, said }: Props) {
  const known = said === undefined ? undefined : WORDS[said.state];
  const isChanged = said?.changedSince?.constitution === true || said?.changedSince?.capabilities === true;
  return (
    <p className="text-xs text-muted">
      {named}
      {known === undefined ? null : <span className={known.colour}> · {known.text}</span>}
      {isChanged ? <span className="text-yellow"> · to an earlier version of it</span> : null}
    </p>
  );
}
