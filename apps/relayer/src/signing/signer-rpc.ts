import { z } from "zod";
import { createHttpPost, NoAnswer } from "../fast/http-post.ts";
import { SignerFailure } from "./signing-account.ts";

/** A signed transaction of 128 kB in hex, twice: some signers answer with its parts beside it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_SHOWN_CHARACTERS = 200;
const METHOD_NOT_FOUND = -32_601;

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

/** The method is not one that the signer has. */
export class UnknownMethod extends SignerFailure {
  override name = "UnknownMethod";
}

/** Asks a signer by JSON-RPC over HTTP. Never follows it to another address: what is asked is for the signer alone. */
export function createSignerRpc({ url, timeoutMs }: { url: string; timeoutMs: number }) {
  const post = createHttpPost({ url, timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });

  return async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const text = await askText(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    const answer = Answer.safeParse(parseJson(text));
    if (!answer.success) throw new SignerFailure("invalid", "The signer answered with something else");
    if (!("error" in answer.data)) return answer.data.result;
    const { code, message } = answer.data.error;
    const details = `${message.slice(0, MAX_SHOWN_CHARACTERS)} (${code})`;
    const Failure = code === METHOD_NOT_FOUND ? UnknownMethod : SignerFailure;
    throw new Failure("refused", "The signer refused", details);
  };

  async function askText(body: string): Promise<string> {
    const { status, text } = await post(body).catch((error: unknown) => {
      throw toSignerFailure(error);
    });
    // Signers answer errors with other statuses, too: their bodies say more.
    if (status >= 300 && status < 400)
      throw new SignerFailure("invalid", "The signer points to another address");
    return text;
  }
}

function toSignerFailure(error: unknown): SignerFailure {
  const reason = error instanceof NoAnswer ? error.reason : "unreachable";
  if (reason === "timeout") return new SignerFailure("timeout", "The signer did not answer in time");
  if (reason === "too-large") return new SignerFailure("invalid", "The signer's answer is too large");
  return new SignerFailure("unreachable", "The signer cannot be reached");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
