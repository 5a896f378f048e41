/** Kept: making a format costs more than using it a hundred times, and tables have many counts. */
const countFormats = new Map<string | undefined, Intl.NumberFormat>();

/** A whole number with the reader's grouping. */
export function formatCount(value: number, locale?: string): string {
  const format = countFormats.get(locale) ?? new Intl.NumberFormat(locale);
  countFormats.set(locale, format);
  return format.format(value);
}

/** "1 agent", "63 agents". */
export function formatCounted(value: number, noun: string, locale?: string): string {
  return `${formatCount(value, locale)} ${noun}${value === 1 ? "" : "s"}`;
}

/** The API's rate ("66.7") as a percentage in the reader's locale. */
export function formatRate(rate: string, locale?: string): string {
  return new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(Number(rate) / 100);
}
