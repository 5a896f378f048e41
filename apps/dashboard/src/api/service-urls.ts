import { API_PORT } from "@agent-registry/protocol/limits";
import type { Metadata } from "next";

// Read by these names, and not as `process.env.NEXT_PUBLIC_API_URL`: the bundler would freeze that into the build.
const VARIABLE = "NEXT_PUBLIC_API_URL";
const INTERNAL_VARIABLE = "API_INTERNAL_URL";
const RELAYER_URL = "RELAYER_URL";
const EXPLORER_URL = "EXPLORER_URL";

/** The query API's address as the browser reaches it; read by the running server only. */
export function readApiUrl(): string {
  return toUrl(VARIABLE, process.env[VARIABLE] || `http://localhost:${API_PORT}`);
}

/** The query API's address as this server reaches it. */
export function readInternalApiUrl(): string {
  return toUrl(INTERNAL_VARIABLE, process.env[INTERNAL_VARIABLE] || readApiUrl());
}

function toUrl(name: string, value: string): string {
  if (!URL.canParse(value)) throw new Error(`${name} must be a URL, such as http://localhost:${API_PORT}`);
  return value.replace(/\/+$/, "");
}

/** The relayer's address as the browser reaches it, null if there is none; read by the running server only. */
export function readRelayerUrl(): string | null {
  return readPublicUrl(RELAYER_URL, RELAYER_URL_RULE);
}

/** The address below which `/tx/<hash>` shows a transaction; read by the running server only. */
export function readExplorerUrl(): string | null {
  return readPublicUrl(EXPLORER_URL, EXPLORER_URL_RULE);
}

export const RELAYER_URL_RULE = `${RELAYER_URL} must be an http:// or https:// address without a query, such as https://relayer.example.`;
export const EXPLORER_URL_RULE = `${EXPLORER_URL} must be an http:// or https:// address without a query, such as https://explorer.example.`;

function readPublicUrl(name: string, rule: string): string | null {
  const url = parsePublicUrl(process.env[name]);
  if (url === undefined) throw new Error(rule);
  return url;
}

/** An address that paths are appended to; null if none is given, undefined if it is not one. */
export function parsePublicUrl(value: string | undefined): string | null | undefined {
  if (value === undefined || value === "") return null;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  // Every visitor sees the address, so it must hold no credentials.
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}

/** For a page's metadata, so that feed readers find the feed by the page's address. Read by the running server only. */
export function toFeedMetadata({ feed, title }: { feed: string; title: string }): Metadata {
  return { alternates: { types: { "application/atom+xml": [{ url: `${readApiUrl()}${feed}`, title }] } } };
}
