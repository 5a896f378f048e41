type PageItem = { key: string; number: number } | { key: string; number: null };

/** The page that the address bar asks for; the first if it names none. */
export function parsePageNumber(value: string | null): number {
  const page = Number(value);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The first page, the last, and those next to the present one; a null stands for a gap. */
export function toPageNumbers({ page, totalPages }: { page: number; totalPages: number }): PageItem[] {
  const wanted = new Set([1, totalPages, page - 1, page, page + 1]);
  const numbers = [...wanted].filter((number) => number >= 1 && number <= totalPages).sort((a, b) => a - b);
  return numbers.flatMap((number, index): PageItem[] => {
    const item = { key: `page-${number}`, number };
    const before = numbers[index - 1];
    return before !== undefined && number - before > 1
      ? [{ key: `gap-${number}`, number: null }, item]
      : [item];
  });
}
