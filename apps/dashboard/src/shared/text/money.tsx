"use client";

import { createCurrencyDescriber, describeCurrency } from "@agent-registry/protocol/currency";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Cents, formatCents, formatCentsShort, isLongAmount } from "./format-money.ts";

/** An amount with its currency beside it, or below it if there is no room for both. */
export function Money({ cents, currency }: { cents: Cents; currency: string }) {
  return (
    <span className="inline-block max-w-full align-bottom">
      <Amount cents={cents} />{" "}
      <span className="text-muted">
        <Currency code={currency} />
      </span>
    </span>
  );
}

/** A long amount is shortened on the screen; it is exact on hover, on paper and for screen readers. */
export function Amount({ cents }: { cents: Cents }) {
  const exact = formatCents(cents);
  if (!isLongAmount(cents)) return <span className="whitespace-nowrap">{exact}</span>;
  return (
    <span title={exact} className="whitespace-nowrap">
      <span aria-hidden className="print:hidden">
        {formatCentsShort(cents, { fractionDigits: 2 })}
      </span>
      <span className="sr-only print:not-sr-only">{exact}</span>
    </span>
  );
}

/**
 * Untrusted text: isolated, with invisible characters written out, and cut off if it is long. If it is not what it
 * looks like, a word beside it says so.
 */
export function Currency({ code }: { code: string }) {
  const { text, mark, why } = useCurrencyDescriber()(code);
  const name = (
    <bdi
      className="inline-block max-w-[min(12em,100%)] overflow-hidden align-bottom text-ellipsis whitespace-nowrap"
      title={text}
    >
      {text}
    </bdi>
  );
  if (mark === "") return name;
  return (
    <span className="inline-block max-w-full align-bottom">
      {name}{" "}
      <span
        title={why}
        data-mark={mark}
        className="inline-block rounded-md bg-yellow-soft px-1.5 font-sans text-xs tracking-normal whitespace-nowrap text-yellow"
      >
        {mark}
        <span className="sr-only">
          : <bdi>{why}</bdi>
        </span>
      </span>
    </span>
  );
}

const DescriberContext = createContext(describeCurrency);

/** What to show of a currency, among the others of the list around it. */
export function useCurrencyDescriber(): typeof describeCurrency {
  return useContext(DescriberContext);
}

/** The currencies that are shown beside each other: those that look alike say so. */
export function CurrencyList({
  currencies,
  children,
}: {
  currencies: readonly string[];
  children: ReactNode;
}) {
  // Pages make a new array for every render; describing thousands of currencies takes a while.
  const key = JSON.stringify(currencies);
  const describe = useMemo(() => createCurrencyDescriber(JSON.parse(key) as string[]), [key]);
  return <DescriberContext value={describe}>{children}</DescriberContext>;
}
