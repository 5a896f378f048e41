import {
  type ForwardRequest,
  ForwardRequestInput,
  relayErrors,
  SignatureInput,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Address, Hex } from "viem";
import { parseCallData, type RegistryCall } from "./registry-call.ts";

type ParseOptions = { body: unknown; maxRequestGas: bigint; registryAddress: Address };
export type ParsedRelayBody = { request: ForwardRequest; signature: Hex; call: RegistryCall };

/** Step 1: both parts have to be there. Then each field has to be well-formed. */
export function parseRelayBody({ body, maxRequestGas, registryAddress }: ParseOptions): ParsedRelayBody {
  const parts = isObject(body) ? body : {};
  if (isMissing(parts.request) || isMissing(parts.signature)) {
    throw new HttpError(400, relayErrors.missingParts);
  }
  const request = ForwardRequestInput.safeParse(parts.request);
  if (!request.success) throw toFieldError("request", request.error);
  const signature = SignatureInput.safeParse(parts.signature);
  if (!signature.success) throw toFieldError("signature", signature.error);
  if (request.data.gas > maxRequestGas) {
    throw new HttpError(400, `Invalid request.gas: must be at most ${maxRequestGas}`);
  }
  const call = parseCallData({ request: request.data, registryAddress });
  return { request: request.data, signature: signature.data, call };
}

type Issue = { path: PropertyKey[]; message: string };

function toFieldError(part: string, error: { issues: Issue[] }): HttpError {
  // What is not well-formed has at least one issue.
  const [{ path, message }] = error.issues as [Issue];
  return new HttpError(400, `Invalid ${[part, ...path].map(String).join(".")}: ${message}`);
}

function isMissing(part: unknown): boolean {
  return part === undefined || part === null || part === "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
