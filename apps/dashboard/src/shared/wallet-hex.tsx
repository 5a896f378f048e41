"use client";

import { Hex } from "./hex.tsx";
import { toKyaPath } from "./kya-path.ts";

/** The address of a wallet, which leads to what a check of it says today. */
export function WalletHex({ value, label }: { value: string; label: string }) {
  return <Hex value={value} label={label} href={toKyaPath(value)} />;
}
