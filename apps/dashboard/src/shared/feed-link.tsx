"use client";

import { useApiUrl } from "../api/api-provider.tsx";

/** A link to an Atom feed of the query API, for the reader's own feed reader. */
export function FeedLink({
  feed,
  of,
}: {
  feed: string /** What the feed is about, for screen readers that read links alone. */;
  of: string;
}) {
  const apiUrl = useApiUrl();
  return (
    <a
      href={`${apiUrl}${feed}`}
      type="application/atom+xml"
      className="link text-sm whitespace-nowrap print:hidden"
    >
      Follow by feed <span className="sr-only">({of})</span>
    </a>
  );
}
