/** As Next gives it to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The same as the browser has it. */
export function toUrlSearchParams(given: Awaited<SearchParams>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(given))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) params.append(name, each);
  return params;
}
