/** Drawn as nothing at all, or as a change of direction: the reader cannot know that it is there. */
export const UNSEEN = "\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\u2800\\uFFF9-\\uFFFB";

/** Above or below the letter before it, and easily overlooked there. The scripts of India need theirs. */
const ACCENTS =
  "(?=[\\p{Script=Inherited}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Common}])\\p{M}";

/** All that is not seen, and all that is drawn as one box: private and unassigned characters, broken bytes. */
const HIDDEN = `[${UNSEEN}\\p{C}\\uFFFC\\uFFFD]|(?! )\\p{Zs}|^ | $|(?<= ) |${ACCENTS}`;
const HIDDEN_CHARACTERS = new RegExp(HIDDEN, "gu");
/** The bracket of our own marks, too: otherwise a name could hold the text of a mark. */
const IN_NAMES = new RegExp(`${HIDDEN}|⟨`, "gu");

/**
 * A name that tells things apart (a currency, a category), in which every character that cannot be seen is written
 * out, such as ⟨U+200B⟩: two that differ in such characters look different.
 */
export function toVisibleName(name: string): string {
  return name.replace(IN_NAMES, (character) => `⟨${toCodePoint(character)}⟩`);
}

/** The characters of a name that cannot be seen, and the name without them. */
export function splitHidden(name: string): { hidden: string[]; rest: string } {
  return { hidden: name.match(HIDDEN_CHARACTERS) ?? [], rest: name.replace(HIDDEN_CHARACTERS, "") };
}

/** Such as `U+200B`. */
export function toCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
