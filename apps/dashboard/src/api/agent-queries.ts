import type { QueryClient } from "@tanstack/react-query";

/** Under which an agent's filings are kept, page by page. */
export function toFilingsKey(id: string) {
  return ["history", id] as const;
}

/** Has everything about an agent asked for again, except its record. */
export async function refetchAroundRecord(client: QueryClient, id: string): Promise<void> {
  const [history] = toFilingsKey(id);
  await client.invalidateQueries({
    predicate: ({ queryKey: [first, second] }) =>
      (first === history && second === id) ||
      (typeof first === "string" && first.startsWith(`/api/v1/agent/${id}/`)),
  });
}
