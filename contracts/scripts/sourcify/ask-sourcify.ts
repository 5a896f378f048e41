const ANSWER_TIMEOUT_MS = 30_000;
/** Its answers are short, unless something else answers. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_SHOWN_LENGTH = 300;

export type SourcifyAnswer = { status: number; body: Record<string, unknown> };

/** Asks once: by POST if there is a body. Throws if nothing answers, or what answers does not speak JSON. */
export async function askSourcify(url: string, body?: unknown): Promise<SourcifyAnswer> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...(body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer: unknown = JSON.parse(await readCapped(response));
  if (typeof answer !== "object" || answer === null) throw new Error("The answer is no object");
  return { status: response.status, body: answer as Record<string, unknown> };
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error("The answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** A message of a stranger, as it may stand in a terminal. */
export function toShown(message: unknown): string {
  const text = typeof message === "string" ? message : "no reason given";
  return text.replace(/\p{Cc}+/gu, " ").slice(0, MAX_SHOWN_LENGTH);
}
