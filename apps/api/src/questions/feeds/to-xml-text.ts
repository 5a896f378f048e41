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
