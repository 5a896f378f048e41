"use client";

import { Hex } from "./hex.tsx";

/** The address of a notary, which leads to its standing and to what it has certified. */
export function NotaryHex({ value, copy = true }: { value: string; copy?: boolean }) {
  return <Hex value={value} label="the notary" copy={copy} href={`/notary/${value}`} />;
}
