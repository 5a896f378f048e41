"use client";

import { Card } from "../../shared/card.tsx";
import { ConsentMark } from "../agent/consent-row.tsx";
import type { PartyWords } from "./party-words.ts";

/** What each of the named parties had said. */
export function PastConsents({ words, isRoot }: { words: PartyWords; isRoot: boolean }) {
  const parties = [
    ["Wallet", words.wallet],
    ["Haftungsperson", words.haftungsperson],
    ["Parent", isRoot ? null : words.parent],
  ] as const;
  return (
    <Card title="Consents" className="pb-3!">
      <dl>
        {parties.map(([party, word]) => (
          <div
            key={party}
            className="flex justify-between gap-x-4 border-b border-line py-2.5 first:pt-0 last:border-b-0"
          >
            <dt>{party}</dt>
            <dd>
              {word === null ? (
                <span className="text-muted">has no parent</span>
              ) : (
                <ConsentMark word={word} isNeeded={party !== "Parent"} isEnded />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
