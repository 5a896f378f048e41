/** The page that checks a wallet. */
export function toKyaPath(wallet: string): string {
  return `/kya?${new URLSearchParams({ wallet })}`;
}
