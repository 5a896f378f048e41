import { PLAIN, toCodePoint, UNSEEN } from "@agent-registry/protocol/visible-name";

/** What belongs to an emoji or to a letter's shape, and is seen in it. */
const SEEN_IN_CONTEXT = [
  // Families, flags and skin colours are several emoji in one.
  "(?<=\\p{Extended_Pictographic}[\\uFE0F\\p{Emoji_Modifier}]?)\\u200D(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})\\uFE0F",
  "(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
  "(?<=\\u{1F3F4}[\\u{E0061}-\\u{E007A}]*)[\\u{E0061}-\\u{E007A}]+\\u{E007F}",
  // Persian and the scripts of India write with joiners.
  "(?<=[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Malayalam}\\p{Script=Kannada}\\p{Script=Telugu}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Gujarati}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])",
].join("|");

const PLAIN_TEXT = new RegExp(`^[${PLAIN} \\t\\n\\r]*$`);
let unseenInTexts: RegExp | undefined;

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
