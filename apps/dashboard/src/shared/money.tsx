import { Currency } from "./currency.tsx";
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
