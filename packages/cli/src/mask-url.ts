const LONGEST_PLAIN_SEGMENT = 15;

/** An RPC node's address as it may be shown: providers put their customers' keys into it. */
export function maskUrl(value: string): string {
  if (!URL.canParse(value)) return value;
  const { protocol, host, pathname } = new URL(value);
  const path = pathname
    .split("/")
    .map((segment) => (segment.length > LONGEST_PLAIN_SEGMENT ? "***" : segment))
    .join("/");
  return `${protocol}//${host}${path === "/" ? "" : path}`;
}
