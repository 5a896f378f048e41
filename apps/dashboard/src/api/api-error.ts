type ApiErrorKind =
  | "unreachable"
  | "rate-limited"
  | "not-found"
  | "invalid"
  | "failed"
  | "unexpected"
  /** The answer holds sums that this browser would round. */
  | "inexact";

/** Why a request to the query API gave no answer, by the kinds that the pages tell apart. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly kind: ApiErrorKind;
  /** How long the API asks us to wait, if it says so. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: ApiErrorKind,
    message: string,
    { retryAfterMs = null, cause }: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

const WAIT_MS = 10_000;
const RATE_WINDOW_MS = 60_000;

/** How long to wait before trying again; null if trying again cannot help. */
export function toRetryDelayMs(error: ApiError): number | null {
  switch (error.kind) {
    case "not-found":
    case "invalid":
    case "inexact":
      return null;
    case "rate-limited":
      return error.retryAfterMs ?? RATE_WINDOW_MS;
    default:
      return WAIT_MS;
  }
}
