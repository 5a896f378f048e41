/** A command failed after the first of its writes: whoever reads it must learn of both. */
export class PartlyDoneError extends Error {
  override readonly name = "PartlyDoneError";
  /** The writes that went through, by what they were about. */
  readonly done: Record<string, unknown>;

  constructor({ message, done, cause }: { message: string; done: Record<string, unknown>; cause: unknown }) {
    super(message, { cause });
    this.done = done;
  }
}
