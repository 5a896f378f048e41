import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import localFont from "next/font/local";

// Served from this host: the pages load nothing from anywhere else.
const sourceSerif = localFont({
  src: "../../../../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
  variable: "--font-source-serif",
  weight: "200 900",
  adjustFontFallback: "Times New Roman",
});

export const fontVariables = `${GeistSans.variable} ${GeistMono.variable} ${sourceSerif.variable}`;
