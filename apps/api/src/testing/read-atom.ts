import assert from "node:assert/strict";
import { parseXml, XmlElement } from "@rgrove/parse-xml";

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Reads an Atom feed, and fails on what RFC 4287 does not allow (sections 4.1.1 and 4.1.2) or XML is not. */
export function readAtom(text: string) {
  const { root } = parseXml(text);
  assert.ok(root);
  assert.equal(root.name, "feed");
  assert.equal(root.attributes.xmlns, "http://www.w3.org/2005/Atom");
  const author = one(root, "author");
  assert.notEqual(one(author, "name").text, "");
  const self = linkOf(root, "self");
  const entries = childrenOf(root, "entry").map((entry) => ({
    ...readHead(entry),
    summary: one(entry, "summary").text,
    url: linkOf(entry, "alternate"),
  }));
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length, "ids are unique");
  const allowed = ["id", "title", "updated", "author", "link", "entry"];
  for (const { name } of elementsOf(root)) assert.ok(allowed.includes(name), name);
  return {
    ...readHead(root),
    author: one(author, "name").text,
    self,
    url: linkOf(root, "alternate"),
    entries,
  };
}

function readHead(parent: XmlElement) {
  const [id, updated] = [one(parent, "id").text, one(parent, "updated").text];
  assert.ok(URL.canParse(id), `${id} is an IRI`);
  assert.match(updated, RFC_3339);
  return { id, title: one(parent, "title").text, updated };
}

/** One link of this kind, which is absolute. */
function linkOf(parent: XmlElement, rel: string): string {
  const links = childrenOf(parent, "link").filter(({ attributes }) => attributes.rel === rel);
  assert.equal(links.length, 1, rel);
  const href = links[0]?.attributes.href ?? "";
  assert.ok(URL.canParse(href), href);
  return href;
}

const elementsOf = (parent: XmlElement) =>
  parent.children.filter((child): child is XmlElement => child instanceof XmlElement);

const childrenOf = (parent: XmlElement, name: string) =>
  elementsOf(parent).filter((child) => child.name === name);

function one(parent: XmlElement, name: string): XmlElement {
  const found = childrenOf(parent, name);
  assert.equal(found.length, 1, `${parent.name} has one ${name}`);
  return found[0] as XmlElement;
}
