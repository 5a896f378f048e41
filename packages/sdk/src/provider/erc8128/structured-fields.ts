import { Fault } from "./fault.ts";

/** A field that is longer is not looked into. */
const MAX_FIELD_LENGTH = 16 * 1024;
const MAX_COMPONENTS = 32;
const MAX_PARAMETERS = 16;

/** A value of a parameter, as far as it matters here: other kinds of values are only carried along. */
export type Parameter =
  | { kind: "string"; value: string }
  | { kind: "integer"; value: number }
  | { kind: "other" };

/** One member of Signature-Input: what a signature covers, and what it says of itself. */
export type SignatureInput = {
  components: readonly { name: string; hasParameters: boolean }[];
  parameters: ReadonlyMap<string, Parameter>;
  /** In canonical form, as it is signed. */
  text: string;
};

/** A reader of structured fields (RFC 9651), of those kinds that signatures are made of. */
type Cursor = { text: string; at: number };

const KEY = /[a-z*][a-z0-9_\-.*]*/y;
const SPACES = / */y;
const BETWEEN_MEMBERS = /[ \t]*,[ \t]*/y;
const STRING = /"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y;
const NUMBER = /-?\d{1,15}(?:\.\d{1,3})?/y;
const BYTES = /:[A-Za-z0-9+/]*={0,2}:/y;
/** Tokens, booleans, dates and display strings. */
const OTHER = /[A-Za-z*][!#$%&'*+\-.^_`|~0-9A-Za-z:/]*|\?[01]|@-?\d{1,15}|%"[\x20\x21\x23-\x7e]*"/y;

function find(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.at += found?.length ?? 0;
  return found;
}

function take(cursor: Cursor, pattern: RegExp): string {
  const found = find(cursor, pattern);
  if (found === undefined) throw new Fault("signature_input_invalid");
  return found;
}

function skip(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

/** A dictionary whose members are all of one kind. A name that occurs twice is refused: which one counts? */
function readDictionary<T>(text: string, readMember: (cursor: Cursor) => T): Map<string, T> {
  if (text.length > MAX_FIELD_LENGTH) throw new Fault("signature_too_large");
  const cursor = { text: text.replace(/^ +| +$/g, ""), at: 0 };
  const members = new Map<string, T>();
  for (;;) {
    const key = take(cursor, KEY);
    if (members.has(key) || !skip(cursor, "=")) throw new Fault("signature_input_invalid");
    members.set(key, readMember(cursor));
    if (cursor.at === cursor.text.length) return members;
    take(cursor, BETWEEN_MEMBERS);
  }
}

/** The members of Signature-Input, by their labels. */
export function parseSignatureInput(text: string): Map<string, SignatureInput> {
  return readDictionary(text, readInnerList);
}

/** The members of Signature or Content-Digest, in base64. */
export function parseByteSequences(text: string): Map<string, string> {
  return readDictionary(text, (cursor) => {
    const bytes = take(cursor, BYTES);
    readParameters(cursor);
    return bytes.slice(1, -1);
  });
}

function readInnerList(cursor: Cursor): SignatureInput {
  if (!skip(cursor, "(")) throw new Fault("signature_input_invalid");
  const components: SignatureInput["components"][number][] = [];
  const texts: string[] = [];
  for (;;) {
    const spaces = take(cursor, SPACES);
    if (skip(cursor, ")")) break;
    if (components.length > 0 && spaces === "") throw new Fault("signature_input_invalid");
    if (components.length === MAX_COMPONENTS) throw new Fault("signature_too_large");
    const name = take(cursor, STRING);
    const { parameters, text } = readParameters(cursor);
    components.push({ name: unquote(name), hasParameters: parameters.size > 0 });
    texts.push(name + text);
  }
  const { parameters, text } = readParameters(cursor);
  return { components, parameters, text: `(${texts.join(" ")})${text}` };
}

function readParameters(cursor: Cursor): { parameters: Map<string, Parameter>; text: string } {
  const parameters = new Map<string, Parameter>();
  let text = "";
  while (skip(cursor, ";")) {
    take(cursor, SPACES);
    if (parameters.size === MAX_PARAMETERS) throw new Fault("signature_too_large");
    const key = take(cursor, KEY);
    if (parameters.has(key)) throw new Fault("signature_input_invalid");
    const value: Value = skip(cursor, "=") ? readValue(cursor) : { kind: "other", text: "?1" };
    parameters.set(key, value);
    // What is true is written without a value.
    text += value.text === "?1" ? `;${key}` : `;${key}=${value.text}`;
  }
  return { parameters, text };
}

type Value = Parameter & { text: string };

function readValue(cursor: Cursor): Value {
  const string = find(cursor, STRING);
  if (string !== undefined) return { kind: "string", value: unquote(string), text: string };
  const number = find(cursor, NUMBER);
  if (number === undefined) return { kind: "other", text: find(cursor, BYTES) ?? take(cursor, OTHER) };
  if (number.includes(".")) return { kind: "other", text: number };
  return { kind: "integer", value: Number(number), text: String(Number(number)) };
}

function unquote(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/g, "$1");
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function decodeBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new Fault("signature_input_invalid");
  }
}
