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
