import type { Metadata } from "next";
import { readApiUrl } from "./read-api-url.ts";

/** For a page's metadata, so that feed readers find the feed by the page's address. Read by the running server only. */
export function toFeedMetadata({ feed, title }: { feed: string; title: string }): Metadata {
  return { alternates: { types: { "application/atom+xml": [{ url: `${readApiUrl()}${feed}`, title }] } } };
}
