import type * as z from "zod/mini";
import { askJson, type Fetch, type JsonAnswer } from "./ask-json.ts";
import { pause } from "./wait.ts";

const ATTEMPTS = 3;
const TIMEOUT_MS = 15_000;

/** Reads from a service. Asks again if it gave no answer or failed, never if it refused. */
export async function readJson<T extends z.ZodMiniType>(input: {
  url: string;
  schema: T;
  /** What is posted. It must only ask: it may be sent several times. */
  body?: unknown;
  /** Those whose body has the schema's shape; 200 alone if not given. */
  statuses?: number[] | undefined;
  client: { fetch: Fetch; retryDelayMs: number };
  /** What to throw if there was no answer, or one of another status. */
  toError: (answer: JsonAnswer) => Error;
  /** What to throw if the body does not have the schema's shape. */
  toShapeError: (cause: unknown) => Error;
}): Promise<z.infer<T>> {
  const { url, schema, body, statuses = [200], client, toError, toShapeError } = input;
  for (let attempt = 1; ; attempt++) {
    const answer = await askJson({ url, fetch: client.fetch, timeoutMs: TIMEOUT_MS, body });
    if (answer.kind === "answered" && statuses.includes(answer.status)) {
      const parsed = schema.safeParse(answer.value);
      if (parsed.success) return parsed.data;
      throw toShapeError(parsed.error);
    }
    if (attempt === ATTEMPTS || (answer.kind === "answered" && answer.status < 500)) throw toError(answer);
    await pause(client.retryDelayMs * attempt);
  }
}
