export type AtomEntry = {
  /** Stays the same for good, whichever server sends the entry. */
  id: string;
  title: string;
  summary: string;
  /** ISO 8601. */
  updated: string;
  /** Where people read about it. */
  url: string;
};

type AtomFeed = {
  id: string;
  title: string;
  /** Where the feed itself is. */
  selfUrl: string;
  url: string;
  author: { name: string; url: string };
  /** Newest first. */
  entries: AtomEntry[];
};

/** RFC 4287 asks for a time even if nothing has happened. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** An Atom feed (RFC 4287). Every text may be a stranger's. */
export function writeAtom({ id, title, selfUrl, url, author, entries }: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element("id", id),
    element("title", title),
    element("updated", entries[0]?.updated ?? NEVER),
    `<author>${element("name", author.name)}${element("uri", author.url)}</author>`,
    `<link rel="self" type="application/atom+xml" href="${toXmlText(selfUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${toXmlText(url)}"/>`,
    ...entries.map(toEntry),
    "</feed>",
    "",
  ].join("\n");
}

function toEntry({ id, title, summary, updated, url }: AtomEntry): string {
  return [
    "<entry>",
    element("id", id),
    element("title", title),
    element("updated", updated),
    element("summary", summary),
    `<link rel="alternate" type="text/html" href="${toXmlText(url)}"/>`,
    "</entry>",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${toXmlText(text)}</${name}>`;
}

/** What XML 1.0 cannot hold in any form: control characters, single halves of a pair, and two code points. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // As it is, a parser would read it as a line feed.
  "\r": "&#13;",
};

/** Any text as the content of an element or an attribute. */
export function toXmlText(text: string): string {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"'\r]/g, (character) => ESCAPES[character] ?? "");
}
