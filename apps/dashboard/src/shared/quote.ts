/** The filed reason as a sentence quotes it; null if it is blank. */
export function toQuote(reason: string): string | null {
  const quote = reason.trim();
  return quote === "" ? null : quote;
}

/** What ends a sentence after a quotation: nothing if the quoted words end with a mark of their own. */
export function toQuoteEnd(quote: string): "" | "." {
  return /[.!?…]$/.test(quote) ? "" : ".";
}
