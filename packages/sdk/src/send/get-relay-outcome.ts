import { RelayOutcomeResponse } from "@agent-registry/protocol";
import { type Hash, isHash } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { invalidInput, missingConfiguration, RegistryError } from "../errors/registry-error.ts";
import { type JsonAnswer, readJson } from "../http/ask-json.ts";

/**
 * What became of a request that was sent to the relayer: `onSent` of the client's options gives its digest.
 *
 * @example
 * const { state, transactionHash } = await registry.getRelayOutcome({ digest });
 */
export async function getRelayOutcome(
  client: RegistryClient,
  { digest }: { digest: Hash },
): Promise<RelayOutcomeResponse> {
  const { relayerUrl } = client;
  if (relayerUrl === undefined)
    throw missingConfiguration("This needs the relayer: give relayerUrl (RELAYER_URL).");
  if (!isHash(digest)) throw invalidInput(`The digest of a request is a hash of 32 bytes, not ${digest}.`);
  const url = `${relayerUrl}/relay/${digest}`;
  return readJson({
    url,
    schema: RelayOutcomeResponse,
    client,
    toError: (answer) => toOutcomeError({ url, answer }),
    toShapeError: (cause) => failed({ message: `What answers at ${url} is not a relayer.`, cause }),
  });
}

function toOutcomeError({ url, answer }: { url: string; answer: JsonAnswer }): RegistryError {
  if (answer.kind === "unanswered") {
    const message = `The relayer does not answer at ${url}: check RELAYER_URL and the network.`;
    return new RegistryError({ reason: "relayer-unreachable", message, cause: answer.cause });
  }
  const { status, error = "no reason given", requestId } = answer;
  if (status === 404) return invalidInput(`The relayer knows of no such request (${url}): ${error}.`);
  return failed({ message: `The relayer answered ${status}: ${error}.`, requestId });
}

function failed(rest: { message: string; cause?: unknown; requestId?: string | undefined }): RegistryError {
  return new RegistryError({ reason: "relayer-failed", ...rest });
}
