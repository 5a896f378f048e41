export { joinWords } from "@agent-registry/protocol/filing-text";

/** A text of the register's own, which feeds and terminals show with plain apostrophes. */
export function toTypographic(text: string): string {
  return text.replaceAll("'", "’");
}

/** The filed reason as a sentence quotes it; null if it is blank. */
export function toQuote(reason: string): string | null {
  const quote = reason.trim();
  return quote === "" ? null : quote;
}

/** What ends a sentence after a quotation: nothing if the quoted words end with a mark of their own. */
export function toQuoteEnd(quote: string): "" | "." {
  return /[.!?…]$/.test(quote) ? "" : ".";
}

/** `0x91Ae…c204`: enough to tell addresses apart at a glance, never enough to trust one. */
export function shortenHex(value: string): string {
  return value.length <= 11 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`;
}
