/** An address that paths are appended to; null if none is given, undefined if it is not one. */
export function parsePublicUrl(value: string | undefined): string | null | undefined {
  if (value === undefined || value === "") return null;
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  // Every visitor sees the address, so it must hold no credentials.
  if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}
