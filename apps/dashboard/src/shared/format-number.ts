/** A whole number with the reader's grouping. */
export function formatCount(value: number, locale?: string): string {
  return new Intl.NumberFormat(locale).format(value);
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
