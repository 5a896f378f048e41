/** Why a request is not relayed, as its caller gets it. */
export type Refusal = {
  status: 400 | 401 | 403 | 429 | 500 | 503;
  error: string;
  /** Given if the limit frees at a known time. */
  retryAfterSeconds?: number;
};

export const waitedTooLong: Refusal = { status: 500, error: "The request could not be sent in time" };
