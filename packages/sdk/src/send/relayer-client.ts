import { DomainResponse, type ForwardRequest, NonceResponse, toWireRequest } from "@agent-registry/protocol";
import type { Address, Hex } from "viem";
import * as z from "zod/mini";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askJson, type JsonAnswer, readJson } from "../http/ask-json.ts";

export type SignedRequest = { request: ForwardRequest; signature: Hex };

/** After this time the forwarder no longer accepts the request. */
export function expiryOf({ request }: SignedRequest): string {
  return new Date(request.deadline * 1000).toISOString();
}

export type RelayerClient = ReturnType<typeof createRelayerClient>;

/** The relayer's routes for writing. Reads are tried again; `relay` posts exactly once. */
export function createRelayerClient({ client, relayerUrl }: { client: RegistryClient; relayerUrl: string }) {
  const read = <T extends z.ZodMiniType>(path: string, schema: T) => {
    const url = `${relayerUrl}${path}`;
    return readJson({
      url,
      schema,
      client,
      toError: (answer) => readError({ url, answer }),
      toShapeError: (cause) => notARelayer({ url, cause }),
    });
  };
  return {
    relayerUrl,
    getDomain: () => read("/domain", DomainResponse),
    async getNonce(address: Address): Promise<bigint> {
      return BigInt((await read(`/nonce/${address}`, z.pick(NonceResponse, { nonce: true }))).nonce);
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

function readError({ url, answer }: { url: string; answer: JsonAnswer }): RegistryError {
  if (answer.kind === "unanswered") return relayerUnreachable({ url, cause: answer.cause });
  const said = `${answer.status}: ${answer.error ?? "without a reason"}`;
  // Every relayer has these routes.
  if (answer.status === 404) return notARelayer({ url, cause: new Error(said) });
  return new RegistryError({
    reason: "relayer-failed",
    message: `The relayer answered ${said}. Try again later, or check RELAYER_URL. Nothing was written.`,
    requestId: answer.requestId,
  });
}

export function relayerUnreachable({ url, cause }: { url: string; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "relayer-unreachable",
    message: `The relayer does not answer at ${url}. Try again later, or write directly with funds of your own. Nothing was written.`,
    cause,
  });
}

function notARelayer({ url, cause }: { url: string; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "relayer-failed",
    message: `What answers at ${url} is not a relayer of this register: check RELAYER_URL. Nothing was written.`,
    cause,
  });
}
