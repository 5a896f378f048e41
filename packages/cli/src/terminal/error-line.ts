/**
 * An error's first line, which is safe to show. In errors of libraries the next lines quote the request
 * and the RPC node's address, which may hold an API key.
 */
export function toErrorLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}
