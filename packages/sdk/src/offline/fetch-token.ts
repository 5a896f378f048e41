import { apiErrors, ErrorResponse } from "@agent-registry/protocol";
import { readBody, toChunks } from "@agent-registry/protocol/read-body";
import { RegistryError } from "../errors/registry-error.ts";
import { type Fetch, readRequestId } from "../http/ask-json.ts";

const TIMEOUT_MS = 10_000;
/** Of a receipt or a binding. */
const MAX_STATEMENT_BYTES = 8_192;
/** An error's body is a sentence. */
const MAX_ERROR_BYTES = 4_096;

/** A signed token from a register's query API. Reads no more than a token may have. */
export async function fetchToken({
  url,
  fetch = globalThis.fetch,
  maxBytes,
}: {
  url: string;
  fetch?: Fetch | undefined;
  maxBytes: number;
}): Promise<string> {
  let status: number;
  let text: string;
  let requestId: string | undefined;
  try {
    // What a token says of itself is compared with the address that it was asked for at.
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    status = response.status;
    requestId = readRequestId(response.headers);
    text = await readCapped(response, status === 200 ? maxBytes : MAX_ERROR_BYTES);
  } catch (cause) {
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError({
      reason: "api-unreachable",
      message: `The query API does not answer at ${url}: check its address and the network.`,
      cause,
    });
  }
  if (status === 200) return text.trim();
  throw toError({ status, error: readError(text), requestId });
}

async function readCapped(response: Response, maxBytes: number): Promise<string> {
  const bytes = await readBody({ chunks: toChunks(response), maxBytes });
  if (bytes !== undefined) return new TextDecoder().decode(bytes);
  throw new RegistryError({
    reason: "api-failed",
    message: `The query API gave more than ${maxBytes} bytes: this is no token of a register.`,
  });
}

function readError(text: string): string | undefined {
  try {
    return ErrorResponse.parse(JSON.parse(text)).error;
  } catch {
    return undefined;
  }
}

type Refused = { status: number; error: string | undefined; requestId: string | undefined };

function toError({ status, error, requestId }: Refused): RegistryError {
  const said = error ?? `status ${status} without a reason`;
  const fail = (reason: RegistryError["reason"], message: string) =>
    new RegistryError({ reason, message, requestId });
  if (status === 404 && error === apiErrors.signsNothing)
    return fail("signs-nothing", "The register signs nothing: its operator has set no key. Ask the chain.");
  if (status === 404 && error?.startsWith(apiErrors.agentNotFound("")))
    return fail("agent-not-found", `${said}. Check the wallet or the agent's id.`);
  if (status === 410) return fail("wallet-already-released", said);
  if (status === 425) return fail("not-final", said);
  if (status === 429) return fail("api-rate-limit", `The query API refused: ${said}`);
  if (status === 400) return fail("invalid-input", `The query API refused: ${said}`);
  return fail("api-failed", `The query API failed: ${said}`);
}

export type FetchSignedInput = { apiUrl: string; wallet: string; fetch?: Fetch | undefined };

/** The register's verdict on a wallet, signed. Nothing of it is checked yet: `verifyReceipt` does that. */
export function fetchReceipt({ apiUrl, wallet, fetch }: FetchSignedInput): Promise<string> {
  return fetchToken({ url: `${apiUrl}/api/v1/kya/${wallet}/receipt`, fetch, maxBytes: MAX_STATEMENT_BYTES });
}

/** The statement that a wallet is an agent's, for the agent to show to providers for a day. */
export function fetchBinding({ apiUrl, wallet, fetch }: FetchSignedInput): Promise<string> {
  return fetchToken({ url: `${apiUrl}/api/v1/kya/${wallet}/binding`, fetch, maxBytes: MAX_STATEMENT_BYTES });
}
