/** Thousands apart. By hand: a browser takes long to make its first Intl.NumberFormat, and every page has numbers. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A whole number with its thousands apart. */
export function formatCount(value: number): string {
  return groupDigits(String(value));
}

/** "1 agent", "63 agents". */
export function formatCounted(value: number, noun: string): string {
  return `${formatCount(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** The API's rate ("66.7") as a percentage. */
export function formatRate(rate: string): string {
  return `${Number(rate).toFixed(1)}%`;
}

/** The pages are in English for every visitor; so are their numbers, on the server as in every browser. */
export const LOCALE = "en-US";
