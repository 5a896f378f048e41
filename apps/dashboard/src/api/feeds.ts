/** The Atom feeds of the query API. */
export const feeds = {
  filings: "/api/v1/feeds/filings.atom",
  enforcement: "/api/v1/enforcement/feed.atom",
  agent: (id: string) => `/api/v1/agent/${id}/feed.atom`,
  haftungsperson: (address: string) => `/api/v1/haftungsperson/${address}/feed.atom`,
} as const;
