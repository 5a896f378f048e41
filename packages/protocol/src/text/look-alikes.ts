/**
 * Characters that look like one of ASCII in the usual fonts, by what they look like: Greek, Cyrillic,
 * Armenian, Cherokee, Coptic, Lisu, small capitals, some signs. Written as code points, since they would look
 * alike here, too. Full-width and mathematical letters are not listed: Unicode itself says which letter they
 * stand for.
 */
const LOOK_ALIKES: Record<string, string> = {
  A: "\u0391\u0410\u13AA\u1D00\uA4EE",
  a: "\u0251\u03B1\u0430",
  B: "\u0299\u0392\u0412\u13F4\u2C82\uA4D0",
  b: "\u042C",
  C: "\u03F9\u0421\u13DF\u1D04\u2CA4\uA4DA",
  c: "\u03F2\u0441\u2CA5",
  D: "\u13A0\u1D05\uA4D3",
  d: "\u0501",
  E: "\u0395\u0415\u13AC\u1D07\uA4F0",
  e: "\u0435\u04BD\u212E",
  F: "\u03DC\uA4DD\uA730",
  G: "\u0262\u050C\u13C0\uA4D6",
  g: "\u0261\u0581",
  H: "\u029C\u0397\u041D\u13BB\u2C8E\uA4E7",
  h: "\u04BB\u0570",
  I: "\u01C0\u026A\u0399\u0406\u04C0\u2C92\uA4F2",
  i: "\u0131\u0269\u03B9\u0456",
  J: "\u037F\u0408\u13AB\u1D0A\uA4D9",
  j: "\u0237\u03F3\u0458\u0575",
  K: "\u039A\u041A\u13E6\u1D0B\u2C94\uA4D7",
  k: "\u03BA",
  L: "\u029F\u053C\u13DE\uA4E1",
  l: "\u04CF",
  M: "\u039C\u03FA\u041C\u13B7\u1D0D\u2C98\uA4DF",
  N: "\u0274\u039D\u2C9A\uA4E0",
  n: "\u0578\u057C",
  O: "\u039F\u041E\u0555\u1D0F\u2C9E\uA4F3",
  o: "\u03BF\u03C3\u043E\u0585\u2C9F",
  P: "\u03A1\u0420\u13E2\u1D18\u2CA2\uA4D1",
  p: "\u03C1\u0440\u2CA3",
  Q: "\u051A",
  q: "\u051B\u0563\u0566",
  R: "\u0280\u13A1\uA4E3",
  S: "\u0405\u054F\u13DA\uA4E2\uA731",
  s: "\u0455",
  T: "\u03A4\u0422\u13A2\u1D1B\u2CA6\uA4D4",
  t: "\u03C4",
  U: "\u054D\u1D1C\uA4F4",
  u: "\u028B\u03C5\u057D",
  V: "\u0474\u13D9\u1D20\uA4E6",
  v: "\u03BD\u0475",
  W: "\u051C\u13B3\u1D21\uA4EA",
  w: "\u051D\u0561",
  X: "\u03A7\u0425\u2CAC\uA4EB",
  x: "\u03C7\u0445\u2CAD",
  Y: "\u028F\u03A5\u0423\u04AE\u13A9\u2CA8\uA4EC",
  y: "\u03B3\u0443\u04AF",
  Z: "\u0396\u13C3\u1D22\uA4DC",
  "!": "\u01C3",
  "-": "\u2010\u2011\u2012\u2013\u2043\u2212",
  ".": "\u2024",
  "/": "\u2044\u2215",
  "2": "\u01A7",
  "3": "\u01B7\u021C\u0417",
  "5": "\u01BC",
  "8": "\u0222\u0223",
  "|": "\u2223",
};

const LOOKS_LIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii])),
);

const PRINTABLE_ASCII = /^[!-~]+$/;

/** The ASCII that a character looks like, if it is not ASCII itself. */
export function findLookAlike(character: string): string | undefined {
  const listed = LOOKS_LIKE.get(character);
  if (listed !== undefined || PRINTABLE_ASCII.test(character)) return listed;
  // Letters, digits and full-width signs may be another form of an ASCII character; ₨ is not another form of "Rs".
  if (!/[\p{L}\p{Nd}\p{Nl}\p{So}\uFF01-\uFF5E\uFE50-\uFE6B]/u.test(character)) return undefined;
  const plain = character.normalize("NFKC");
  return PRINTABLE_ASCII.test(plain) ? plain : undefined;
}

/** Drawn alike in most fonts: I, l, 1 and |; O and 0; letters that are as tall small as large. */
const SAME_SHAPE: Record<string, string> = { l: "I", "1": "I", "|": "I", "0": "O" };
const SAME_IN_BOTH_CASES = /[cosuvwxz]/;

/** Texts with the same skeleton look alike. It is for comparing, never for showing. */
export function toSkeleton(text: string): string {
  const letters = PRINTABLE_ASCII.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...letters]
    .map((letter) => findLookAlike(letter) ?? letter)
    .map((letter) => SAME_SHAPE[letter] ?? (SAME_IN_BOTH_CASES.test(letter) ? letter.toUpperCase() : letter))
    .join("");
}
