import { RegistryError } from "@agent-registry/sdk";

/**
 * An error's first line, which is safe to show. In errors of libraries the next lines quote the request
 * and the RPC node's address, which may hold an API key.
 */
export function toErrorLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? "";
}

/** A command failed after the first of its writes: the message names both writes. */
export class PartlyDoneError extends Error {
  override readonly name = "PartlyDoneError";
  /** The writes that succeeded, by what they changed. */
  readonly done: Record<string, unknown>;

  constructor({ message, done, cause }: { message: string; done: Record<string, unknown>; cause: unknown }) {
    super(message, { cause });
    this.done = done;
  }
}

/** What was asked for cannot be done as it was put: nothing was sent. */
export function invalidInput(message: string, cause?: unknown): RegistryError {
  return new RegistryError({ reason: "invalid-input", message, cause });
}
