import { findLookAlike, toSkeleton } from "./text/look-alikes.ts";
import { splitHidden, toCodePoint, toVisibleName } from "./text/visible-name.ts";

export type CurrencyDescription = {
  /** The currency with every hidden character written out. */
  text: string;
  /** It is not what it seems, or looks like another one of the same list. */
  isSuspicious: boolean;
  /** In two words what is wrong with it; empty if nothing is. */
  mark: "" | "look-alike" | "hidden characters";
  /** The same in words that name the characters; empty if nothing is wrong. */
  why: string;
};

/** Currencies of one list that look alike, those that are written as usual apart from the others. */
type Alike = { usual: string[]; unusual: string[] };

/** As the codes of currencies are usually written. */
const USUAL = /^[A-Z0-9]+$/;

/** What to show of a currency, which is free text on the chain: "USD" and "USD" with a Cyrillic S are two. */
// Stryker disable next-line ArrayDeclaration: No currency is called so; it makes a difference only for one that looks like this name.
export const describeCurrency = createCurrencyDescriber([]);

/** The same for the currencies of one list, which may also look like each other. */
export function createCurrencyDescriber(
  currencies: Iterable<string>,
): (currency: string) => CurrencyDescription {
  const bySkeleton = new Map<string, Alike>();
  for (const currency of new Set(currencies)) {
    const skeleton = toSkeleton(splitHidden(currency).rest);
    const alike = bySkeleton.get(skeleton) ?? { usual: [], unusual: [] };
    bySkeleton.set(skeleton, alike);
    const kind = USUAL.test(currency) ? alike.usual : alike.unusual;
    // Two are enough to name one that is not the currency itself; thousands may look alike.
    // Stryker disable next-line ConditionalExpression,EqualityOperator: Only memory: of those that are kept, the first that is another currency is named.
    if (kind.length < 2) kind.push(currency);
  }

  return function describe(currency) {
    const { hidden, rest } = splitHidden(currency);
    const alike = bySkeleton.get(toSkeleton(rest));
    const letters = findOtherLetters(rest);
    const twin = alike && findTwin(currency, alike);
    const reasons = [
      ...letters,
      ...(hidden.length === 0 ? [] : [`contains ${toCodePoints(hidden)}, which cannot be seen`]),
      ...(twin === undefined ? [] : [`looks like ${toVisibleName(twin)}, which is another currency here`]),
    ];
    const isLookAlike = letters.length > 0 || (hidden.length === 0 && twin !== undefined);
    return {
      text: toVisibleName(currency),
      isSuspicious: reasons.length > 0,
      mark: isLookAlike ? "look-alike" : hidden.length > 0 ? "hidden characters" : "",
      why: reasons.join("; "),
    };
  };
}

/**
 * Letters that pass for ASCII ones, in words. A word of another alphabet is no imitation, even if some of its letters
 * look like Latin ones ("руб"); one that is mixed, or that reads as ASCII from end to end, is.
 */
function findOtherLetters(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return [];
  const characters = [...new Set(text)];
  const alike = characters.flatMap((character) => {
    const ascii = findLookAlike(character);
    return ascii === undefined ? [] : [{ character, ascii }];
  });
  const isMixed = /[A-Za-z]/.test(text);
  const isWhole = characters.every((character) => /[ -~]/.test(character) || findLookAlike(character));
  if (alike.length > 0 && (isMixed || isWhole)) {
    return [
      alike
        .map(({ character, ascii }) => `${character} is ${toCodePoint(character)}, not ${ascii}`)
        .join(", "),
    ];
  }
  const otherAlphabet =
    /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u;
  return isMixed && otherAlphabet.test(text) ? ["mixes letters of different alphabets"] : [];
}

/** Another currency of the list that looks like this one, unless this one alone is written as codes usually are. */
function findTwin(currency: string, { usual, unusual }: Alike): string | undefined {
  const isOther = (other: string) => other !== currency;
  return usual.find(isOther) ?? (USUAL.test(currency) ? undefined : unusual.find(isOther));
}

function toCodePoints(characters: string[]): string {
  return [...new Set(characters.map(toCodePoint))].join(", ");
}
