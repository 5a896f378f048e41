import { LOCALE } from "./locale.ts";

/** Kept: making a format costs more than using it a hundred times, and tables have many counts. */
const countFormat = new Intl.NumberFormat(LOCALE);

/** A whole number with its thousands apart. */
export function formatCount(value: number): string {
  return countFormat.format(value);
}

/** "1 agent", "63 agents". */
export function formatCounted(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** The API's rate ("66.7") as a percentage. */
export function formatRate(rate: string): string {
  return new Intl.NumberFormat(LOCALE, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(Number(rate) / 100);
}
