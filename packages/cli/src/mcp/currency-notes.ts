import { describeCurrency } from "@agent-registry/protocol";

/** A sentence for each currency in a tool's value that is not what it looks like. */
export function toCurrencyNotes(value: unknown): string[] {
  const currencies = new Set<string>();
  JSON.stringify(value, (key, part) => {
    if (key === "currency" && typeof part === "string") currencies.add(part);
    return part;
  });
  return [...currencies].flatMap((currency) => {
    const { text, mark, why } = describeCurrency(currency);
    return mark === "" ? [] : [`Beware of the currency ${text} (${mark}): ${why}.`];
  });
}
