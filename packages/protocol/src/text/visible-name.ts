/**
 * Characters that are always seen. Texts of these alone do not need the expressions below: their classes of
 * Unicode take a phone tens of milliseconds to make, and nearly all texts are plain.
 */
export const PLAIN = "!-~À-ÖØ-öø-ſ–—‘’“”…€";
const PLAIN_NAME = new RegExp(`^(?:[${PLAIN}]+(?: [${PLAIN}]+)*)?$`);

/** Drawn as nothing at all, or as a change of direction: the reader cannot know that it is there. */
export const UNSEEN = "\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\u2800\\uFFF9-\\uFFFB";

/** Above or below the letter before it, and easily overlooked there. The scripts of India need theirs. */
const ACCENTS =
  "(?=[\\p{Script=Inherited}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Common}])\\p{M}";

/** All that is not seen, and all that is drawn as one box: private and unassigned characters, broken bytes. */
const HIDDEN = `[${UNSEEN}\\p{C}\\uFFFC\\uFFFD]|(?! )\\p{Zs}|^ | $|(?<= ) |${ACCENTS}`;
let hiddenCharacters: RegExp | undefined;
/** The bracket of our own marks, too: otherwise a name could hold the text of a mark. */
let hiddenInNames: RegExp | undefined;

/**
 * A name that distinguishes things (a currency, a category), in which every character that cannot be seen is
 * written out, such as ⟨U+200B⟩: two that differ in such characters look different.
 */
export function toVisibleName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  hiddenInNames ??= new RegExp(`${HIDDEN}|⟨`, "gu");
  return name.replace(hiddenInNames, (character) => `⟨${toCodePoint(character)}⟩`);
}

/** The characters of a name that cannot be seen, and the name without them. */
export function splitHidden(name: string): { hidden: string[]; rest: string } {
  if (PLAIN_NAME.test(name)) return { hidden: [], rest: name };
  hiddenCharacters ??= new RegExp(HIDDEN, "gu");
  return { hidden: name.match(hiddenCharacters) ?? [], rest: name.replace(hiddenCharacters, "") };
}

/** Such as `U+200B`. */
export function toCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
