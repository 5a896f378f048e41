import { z } from "zod";
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
  const { address, headers } = toRequest(url);

  return async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const text = await fetchText(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    const answer = Answer.safeParse(parseJson(text));
    if (!answer.success) throw new SignerFailure("invalid", "The signer answered with something else");
    if (!("error" in answer.data)) return answer.data.result;
    const { code, message } = answer.data.error;
    const details = `${message.slice(0, MAX_SHOWN_CHARACTERS)} (${code})`;
    const Failure = code === METHOD_NOT_FOUND ? UnknownMethod : SignerFailure;
    throw new Failure("refused", "The signer refused", details);
  };

  async function fetchText(body: string): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(address, { method: "POST", headers, body, signal, redirect: "manual" });
      // Signers answer errors with other statuses, too: their bodies say more.
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        throw new SignerFailure("invalid", "The signer points to another address");
      }
      return await readText(response);
    } catch (error) {
      if (error instanceof SignerFailure) throw error;
      if (signal.aborted) throw new SignerFailure("timeout", "The signer did not answer in time");
      throw new SignerFailure("unreachable", "The signer cannot be reached");
    }
  }
}

/** User and password go into a header: nothing asks an address that holds them. */
function toRequest(url: string): { address: string; headers: Record<string, string> } {
  const target = new URL(url);
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const [user, password] = [target.username, target.password].map(decodeURIComponent);
  target.username = "";
  target.password = "";
  if (!user && !password) return { address: target.href, headers };
  const credentials = Buffer.from(`${user}:${password}`).toString("base64");
  return { address: target.href, headers: { ...headers, Authorization: `Basic ${credentials}` } };
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) throw new SignerFailure("invalid", "The signer's answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
