import { PLAIN, toCodePoint, UNSEEN } from "./visible-name.ts";

/** What belongs to an emoji or to a letter's shape, and is seen in it. */
const SEEN_IN_CONTEXT = [
  // Families, flags and skin colours are several emoji in one.
  "(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})\\uFE0F",
  "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
  // The code of a region, such as England's, makes a flag. Whole sentences can be written in these letters, too.
  "(?<=\\u{1F3F4})[\\u{E0061}-\\u{E007A}]{1,6}\\u{E007F}",
  // Persian and the scripts of India write with joiners.
  "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Kannada}\\p{Script=Telugu}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Gujarati}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])",
].join("|");

const PLAIN_TEXT = new RegExp(`^[${PLAIN} \\t\\n\\r]*$`);
let unseenInTexts: RegExp | undefined;
let unseenInJson: RegExp | undefined;

/**
 * Untrusted text in which every invisible character is written out, such as ⟨U+202E⟩: otherwise "gnp.exe"
 * may be drawn as "exe.png".
 */
export function toVisibleText(text: string): string {
  if (PLAIN_TEXT.test(text)) return text;
  unseenInTexts ??= new RegExp(`(?<seen>${SEEN_IN_CONTEXT})|[${UNSEEN}]|(?![\\t\\n\\r])[\\p{Cc}]`, "gu");
  return text.replace(unseenInTexts, (sign, ...rest) => {
    const { seen } = rest.at(-1) as { seen?: string };
    return seen === undefined ? `⟨${toCodePoint(sign)}⟩` : sign;
  });
}

/**
 * The same JSON, in which every invisible character of a text is written as an escape, such as \u202e: a
 * reader sees what is there, and a parser gets the same text as before.
 */
export function toVisibleJson(json: string): string {
  if (PLAIN_TEXT.test(json)) return json;
  // JSON escapes the other control characters by itself.
  unseenInJson ??= new RegExp(`[${UNSEEN}\\u007F-\\u009F]`, "gu");
  return json.replace(unseenInJson, (sign) => sign.split("").map(toEscape).join(""));
}

/** Of one UTF-16 code unit. */
function toEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
