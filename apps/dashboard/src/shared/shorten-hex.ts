/** `0x91Ae…c204`: enough to tell addresses apart at a glance, never enough to trust one. */
export function shortenHex(value: string): string {
  return value.length <= 11 ? value : `${value.slice(0, 6)}…${value.slice(-4)}`;
}
