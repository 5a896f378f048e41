import {
  DomainResponse,
  type ForwarderDomain,
  type ForwardRequest,
  NonceResponse,
  toForwarderDomain,
  toWireRequest,
} from "@agent-registry/protocol";
import { type Address, type Hex, isAddressEqual } from "viem";
import * as z from "zod/mini";
import { readRegistry } from "../client/read-registry.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { RegistryError } from "../errors/registry-error.ts";
import { askJson, type JsonAnswer, readJson } from "../http/ask-json.ts";
import type { PreparedCall } from "./send-direct.ts";

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

/**
 * The domain to sign for. It is checked against the chain: a relayer that names another chain or
 * forwarder would get signatures that are valid there in the agent's name.
 */
export async function getTrustedDomain(input: {
  client: RegistryClient;
  relayer: RelayerClient;
  call: PreparedCall;
}): Promise<ForwarderDomain> {
  const { client, relayer, call } = input;
  const { chainId, verifyingContract } = await relayer.getDomain();
  if (chainId !== String(call.chainId)) {
    throw untrusted(`it signs for chain ${chainId}, and the RPC node serves chain ${call.chainId}`);
  }
  if (client.forwarderAddress !== undefined && !isAddressEqual(client.forwarderAddress, verifyingContract)) {
    throw untrusted(`it uses the forwarder ${verifyingContract}, not ${client.forwarderAddress}`);
  }
  if (!(await readRegistry(client, "isTrustedForwarder", [verifyingContract]))) {
    throw untrusted(`it uses the forwarder ${verifyingContract}, which the Registry does not trust`);
  }
  return toForwarderDomain({ chainId: call.chainId, forwarderAddress: verifyingContract });
}

function untrusted(why: string): RegistryError {
  return new RegistryError({
    reason: "relayer-untrusted",
    message: `The relayer does not fit this register: ${why}. Check RELAYER_URL, FORWARDER_ADDRESS and REGISTRY_ADDRESS. Nothing was signed.`,
  });
}
