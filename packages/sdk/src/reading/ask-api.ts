import { apiErrors } from "@agent-registry/protocol";
import type * as z from "zod/mini";
import type { ApiClient } from "../client/api-client.ts";
import { missingConfiguration, RegistryError, type RegistryErrorReason } from "../errors/registry-error.ts";
import { type JsonAnswer, readJson } from "../http/ask-json.ts";

type Question<T> = { path: string; schema: T; body?: unknown; statuses?: number[] };

/** Asks the query API, by POST if there is a body; tries again if no answer came, never if it refused. */
export async function askApi<T extends z.ZodMiniType>(
  client: ApiClient,
  { path, schema, body, statuses }: Question<T>,
): Promise<z.infer<T>> {
  if (client.apiUrl === undefined) {
    throw missingConfiguration("This needs the query API: give apiUrl (REGISTRY_API_URL).");
  }
  const url = `${client.apiUrl}${path}`;
  return readJson({
    url,
    schema,
    body,
    statuses,
    client,
    toError: (answer) => toApiError({ url, answer }),
    toShapeError: (cause) => notTheApi({ url, cause }),
  });
}

function toApiError({ url, answer }: { url: string; answer: JsonAnswer }): RegistryError {
  if (answer.kind === "unanswered") {
    return new RegistryError({
      reason: "api-unreachable",
      message: `The query API does not answer at ${url}: check REGISTRY_API_URL and the network.`,
      cause: answer.cause,
    });
  }
  const { status, error, requestId } = answer;
  const fail = (reason: RegistryErrorReason, message: string) =>
    new RegistryError({ reason, message, requestId });
  const said = error ?? `status ${status} without a reason`;
  if (status === 404) {
    if (error?.startsWith(apiErrors.notaryNotFound("")))
      return fail("invalid-input", `${said}. It was never accredited here.`);
    return error?.startsWith(apiErrors.agentNotFound(""))
      ? fail("agent-not-found", `${said}. Check the agent's id.`)
      : notTheApi({ url, cause: new Error(said) });
  }
  if (status === 429) return fail("api-rate-limit", `The query API refused: ${said}`);
  if (status === 400) return fail("invalid-input", `The query API refused: ${said}`);
  return fail("api-failed", `The query API failed: ${said}`);
}

function notTheApi({ url, cause }: { url: string; cause: unknown }): RegistryError {
  return new RegistryError({
    reason: "api-failed",
    message: `What answers at ${url} is not the query API of a register: check REGISTRY_API_URL.`,
    cause,
  });
}

/** `?a=1&b=2` of the parameters that are set; empty if none is. */
export function toQuery(parameters: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? "" : `?${query}`;
}
