import { formatCents, formatCentsShort, isLongAmount } from "./format-money.ts";
import { toVisibleName } from "./visible-text.ts";

/** An amount with its currency beside it, or below it if there is no room for both. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  return (
    <span className="inline-block max-w-full align-bottom">
      <Amount cents={cents} /> <Currency code={currency} />
    </span>
  );
}

/** A long amount is shortened on the screen; it is exact on hover, on paper and for screen readers. */
export function Amount({ cents }: { cents: number }) {
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

/** Untrusted text: isolated, with invisible characters written out, and cut off if it is long. */
export function Currency({ code }: { code: string }) {
  const name = toVisibleName(code);
  return (
    <bdi
      className="inline-block max-w-[min(12em,100%)] overflow-hidden align-bottom text-ellipsis whitespace-nowrap text-muted"
      title={name}
    >
      {name}
    </bdi>
  );
}
