/**
 * What went wrong in one line, to be shown to anybody. Errors that are not ours go on after the first
 * line with what was asked where, and an RPC node's address may hold its customer's key.
 */
export function toErrorLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}
