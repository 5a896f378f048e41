import { type Hex, keccak256, stringToBytes } from "viem";
import { invalidInput } from "./errors/registry-error.ts";

/**
 * The hash of a constitution: keccak-256 of its UTF-8 bytes in canonical form. Canonical means
 * without a byte order mark, with every line ending as a single line feed, in Unicode form NFC;
 * nothing is trimmed. A file that is so already hashes as its plain bytes do.
 *
 * @example
 * hashConstitution("1. Do no harm.\r\n") === hashConstitution("1. Do no harm.\n"); // true
 */
export function hashConstitution(text: string): Hex {
  return keccak256(stringToBytes(toCanonicalText({ text, name: "The constitution" })));
}

/**
 * The hash of a capability list: keccak-256 of the UTF-8 bytes of a JSON array of its names without
 * white space. Each name is in form NFC; the names are sorted by their UTF-8 bytes, each once. Order
 * and repetition therefore do not matter.
 *
 * @example
 * hashCapabilities(["trade", "search"]) === hashCapabilities(["search", "trade", "search"]); // true
 */
export function hashCapabilities(names: readonly string[]): Hex {
  return keccak256(stringToBytes(toCanonicalCapabilities(names)));
}

/** The JSON text that `hashCapabilities` hashes; publish it so that others can check the hash. */
export function toCanonicalCapabilities(names: readonly string[]): string {
  const canonical = names.map((name) => {
    if (name === "") throw invalidInput("A capability needs a name; one in the list is empty.");
    return toCanonicalText({ text: name, name: `The capability ${JSON.stringify(name)}` });
  });
  return JSON.stringify([...new Set(canonical)].sort(byCodePoint));
}

function toCanonicalText({ text, name }: { text: string; name: string }): string {
  // A lone surrogate has no UTF-8 form: two different texts would hash alike.
  if (!text.isWellFormed()) throw invalidInput(`${name} is not valid Unicode text.`);
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .normalize("NFC");
}

/** The order of code points is that of UTF-8 bytes; JavaScript's own order is that of UTF-16 units. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
