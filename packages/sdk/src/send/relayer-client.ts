import {
  DomainResponse,
  type ForwardRequest,
  NonceResponse,
  RelayerStatusResponse,
  toWireRequest,
} from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import type { z } from "zod";
import { RegistryError } from "../errors.ts";
import { askJson, type Fetch, type JsonAnswer } from "../http-json.ts";
import type { RegistryClient } from "../registry-client.ts";
import { pause } from "./pause.ts";

const READ_ATTEMPTS = 3;
const READ_TIMEOUT_MS = 15_000;

export type SignedRequest = { request: ForwardRequest; signature: Hex };

/** After this, nobody can have it carried out any more. */
export function expiryOf({ request }: SignedRequest): string {
  return new Date(request.deadline * 1000).toISOString();
}

export type RelayerClient = ReturnType<typeof createRelayerClient>;

/** The relayer's four routes. Reading is tried again by itself; `relay` is asked exactly once. */
export function createRelayerClient({ client, relayerUrl }: { client: RegistryClient; relayerUrl: string }) {
  const read = <T extends z.ZodType>(path: string, schema: T) =>
    readRelayer({
      url: `${relayerUrl}${path}`,
      schema,
      fetch: client.fetch,
      retryDelayMs: client.retryDelayMs,
    });
  return {
    relayerUrl,
    getDomain: () => read("/domain", DomainResponse),
    getStatus: () => read("/status", RelayerStatusResponse),
    async getNonce(address: Address): Promise<bigint> {
      return BigInt((await read(`/nonce/${address}`, NonceResponse.pick({ nonce: true }))).nonce);
    },
    relay: ({ request, signature }: SignedRequest): Promise<JsonAnswer> =>
      askJson({
        url: `${relayerUrl}/relay`,
        fetch: client.fetch,
        timeoutMs: client.confirmationTimeoutMs,
        body: { request: toWireRequest(request), signature },
      }),
  };
}

async function readRelayer<T extends z.ZodType>(input: {
  url: string;
  schema: T;
  fetch: Fetch;
  retryDelayMs: number;
}): Promise<z.infer<T>> {
  const { url, schema, fetch, retryDelayMs } = input;
  for (let attempt = 1; ; attempt++) {
    const answer = await askJson({ url, fetch, timeoutMs: READ_TIMEOUT_MS });
    if (answer.kind === "answered" && answer.status === 200) {
      const parsed = schema.safeParse(answer.value);
      if (parsed.success) return parsed.data;
      throw notARelayer({ url, cause: parsed.error });
    }
    if (attempt === READ_ATTEMPTS || (answer.kind === "answered" && answer.status < 500))
      throw readError({ url, answer });
    await pause(retryDelayMs * attempt);
  }
}

function readError({ url, answer }: { url: string; answer: JsonAnswer }): RegistryError {
  if (answer.kind === "unanswered") {
    return new RegistryError({
      reason: "relayer-unreachable",
      message: `The relayer does not answer at ${url}. Try again later, or write directly with funds of your own. Nothing was written.`,
      cause: answer.cause,
    });
  }
  const said = `${answer.status}: ${answer.error ?? "without a reason"}`;
  // Every relayer has these routes.
  if (answer.status === 404) return notARelayer({ url, cause: new Error(said) });
  return new RegistryError({
    reason: "relayer-failed",
    message: `The relayer answered ${said}. Try again later, or check RELAYER_URL. Nothing was written.`,
  });
}

function notARelayer({ url, cause }: { url: string; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "relayer-failed",
    message: `What answers at ${url} is not a relayer of this register: check RELAYER_URL. Nothing was written.`,
    cause,
  });
}
