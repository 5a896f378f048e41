import { formatCount } from "../../shared/format-number.ts";

/** "1 currency", "5 currencies". */
export function formatCurrencies(byCurrency: Record<string, unknown>): string {
  const count = Object.keys(byCurrency).length;
  return count === 1 ? "1 currency" : `${formatCount(count)} currencies`;
}
