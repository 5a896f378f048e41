import { toVisibleText } from "@agent-registry/protocol/visible-text";
import type { ReactNode } from "react";
import { Skeleton } from "../page/skeleton.tsx";
import { toQuoteEnd } from "../text/words.ts";
import type { Tone, Verdict } from "./verdict-types.ts";

const EDGE: Record<Tone, string> = {
  green: "border-l-green",
  yellow: "border-l-yellow",
  red: "border-l-red",
  grey: "border-l-grey",
};
const TEXT: Record<Tone, string> = {
  green: "text-green",
  yellow: "text-yellow",
  red: "text-red",
  grey: "text-grey",
};

type Props = { tone: Tone; title: string; children: ReactNode };

/** A verdict that a person can act on, with its colour on the edge. */
export function VerdictCard({ tone, title, children }: Props) {
  return (
    <section
      aria-labelledby="verdict"
      data-tone={tone}
      className={`card min-w-0 border-l-[5px] p-5 sm:p-6 ${EDGE[tone]}`}
    >
      <h2 id="verdict" className={`text-2xl ${TEXT[tone]}`}>
        {title}
      </h2>
      <div className="mt-1.5">{children}</div>
    </section>
  );
}

/** The reason, with untrusted text quoted and isolated. */
export function VerdictSentence({ verdict }: { verdict: Pick<Verdict, "sentence" | "quote"> }) {
  const { sentence, quote } = verdict;
  if (quote === null) return <>{sentence.endsWith(".") ? sentence : `${sentence}.`}</>;
  return (
    <>
      {sentence}: “<bdi className="[overflow-wrap:anywhere]">{toVisibleText(quote)}</bdi>”{toQuoteEnd(quote)}
    </>
  );
}

/** Who stands by the entry, and what a provider may do. While that loads, a sentence of the usual length. */
export function AgreementSentence({ verdict }: { verdict: Pick<Verdict, "agreement" | "advice"> }) {
  const { agreement, advice } = verdict;
  if (advice === null)
    return (
      <span className="text-muted">Reading in the register whether wallet and Haftungsperson agreed.</span>
    );
  return (
    <>
      {agreement === null ? "" : `${agreement} `}
      {advice}
    </>
  );
}

/** Stands in for a reason that is still loading, in as many lines as it usually takes. */
export function VerdictSentencePlaceholder({ isWide = false }: { isWide?: boolean }) {
  const lines = isWide
    ? ["w-full lg:w-2/3", "w-full sm:w-1/2 lg:hidden", "w-full sm:hidden", "w-1/2 sm:hidden"]
    : ["w-full", "w-full sm:w-2/3", "w-1/4 sm:hidden"];
  return (
    <span className="block" data-pending>
      {lines.map((line) => (
        <Skeleton key={line} className={line} />
      ))}
    </span>
  );
}
