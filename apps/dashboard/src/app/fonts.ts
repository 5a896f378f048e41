import localFont from "next/font/local";

// Served from this host: the pages load nothing from anywhere else. Each file holds one weight of the letters that
// nearly every page needs, since a phone waits for them; what else people write comes only if a page shows it.
const geist = localFont({
  src: [
    { path: "../../../../node_modules/@fontsource/geist/files/geist-latin-400-normal.woff2", weight: "400" },
    { path: "../../../../node_modules/@fontsource/geist/files/geist-latin-500-normal.woff2", weight: "500" },
  ],
  variable: "--font-geist",
});

const geistLatinExtended = localFont({
  src: "../../../../node_modules/@fontsource/geist/files/geist-latin-ext-400-normal.woff2",
  variable: "--font-geist-latin-extended",
  declarations: [
    {
      prop: "unicode-range",
      value: "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF",
    },
  ],
  adjustFontFallback: false,
  preload: false,
});

const geistCyrillic = localFont({
  src: "../../../../node_modules/@fontsource/geist/files/geist-cyrillic-400-normal.woff2",
  variable: "--font-geist-cyrillic",
  declarations: [{ prop: "unicode-range", value: "U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116" }],
  adjustFontFallback: false,
  preload: false,
});

const geistMono = localFont({
  src: "../../../../node_modules/@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff2",
  variable: "--font-geist-mono",
  adjustFontFallback: false,
});

const sourceSerif = localFont({
  src: "../../../../node_modules/@fontsource/source-serif-4/files/source-serif-4-latin-500-normal.woff2",
  variable: "--font-source-serif",
  weight: "500",
  adjustFontFallback: "Times New Roman",
});

export const fontVariables = [geist, geistLatinExtended, geistCyrillic, geistMono, sourceSerif]
  .map(({ variable }) => variable)
  .join(" ");
