import {
  type ForwardRequest,
  ForwardRequestInput,
  registryAbi,
  relayErrors,
  SignatureInput,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import {
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  toFunctionSelector,
} from "viem";
import { isSameAddress } from "../transaction/forwarder.ts";

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

/**
 * What the data of a request means to the Registry:
 * - `write`: exactly the bytes that its arguments need; `attestedIds` are the agents that it attests for
 * - `not-canonical`: a writing function and its arguments, with more bytes, other padding or other offsets
 * - `view`: a function that changes nothing
 * - `unknown`: no function of the Registry, or not its arguments
 */
export type RegistryCall =
  | { kind: "write"; functionName: string; attestedIds: readonly bigint[] }
  | { kind: "not-canonical" | "view"; functionName: string }
  | { kind: "unknown" };

const SELECTOR_LENGTH = 2 + 4 * 2;
const WORD_LENGTH = 32 * 2;
const ATTEST_ONE = "attestCompliance";
const ATTEST_MANY = "attestComplianceMany";
/** Types of which every word is a value, and each value one word. */
const WHOLE_WORDS = new Set(["uint256", "bytes32"]);
const functions = new Map(
  registryAbi
    .filter((item): item is (typeof registryAbi)[number] & AbiFunction => item.type === "function")
    .map((item) => {
      const inputs = item.inputs.map(toBytesForText);
      const isWords = inputs.every(({ type }) => WHOLE_WORDS.has(type));
      return [toFunctionSelector(item), { ...item, inputs, isWords }];
    }),
);

type CallData = { request: ForwardRequest; registryAddress: Address };

/**
 * The relayer pays for every byte, and the contract ignores those that no argument needs. Data for another
 * contract means nothing here: such a request is refused for its target.
 */
function parseCallData({ request, registryAddress }: CallData): RegistryCall {
  const call = toRegistryCall(request.data);
  if (!isSameAddress(request.to, registryAddress)) return call;
  const problem = findProblem(call);
  if (problem !== null) throw new HttpError(400, toCallDataError(problem));
  return call;
}

export function toCallDataError(problem: string): string {
  return `Invalid request.data: ${problem}`;
}

function findProblem(call: RegistryCall): string | null {
  if (call.kind === "view") return `${call.functionName} changes nothing; ask the chain for it`;
  return call.kind === "not-canonical" ? `must be the canonical encoding of ${call.functionName}` : null;
}

export function toRegistryCall(given: Hex): RegistryCall {
  const data = given.toLowerCase() as Hex;
  const called = functions.get(data.slice(0, SELECTOR_LENGTH) as Hex);
  if (called === undefined) return { kind: "unknown" };
  const { name: functionName, inputs, isWords, stateMutability } = called;
  if (stateMutability === "view") return { kind: "view", functionName };

  // Attestations are such calls, and most requests are attestations.
  if (isWords && data.length === SELECTOR_LENGTH + inputs.length * WORD_LENGTH) {
    const attestedIds = functionName === ATTEST_ONE ? [BigInt(`0x${data.slice(SELECTOR_LENGTH)}`)] : [];
    return { kind: "write", functionName, attestedIds };
  }
  const encoded: Hex = `0x${data.slice(SELECTOR_LENGTH)}`;
  const args = attempt(() => decode(inputs, encoded));
  if (args === undefined) return { kind: "unknown" };
  // A number that is too large for its type is decoded, but cannot be encoded.
  if (attempt(() => encodeAbiParameters(inputs, args)) !== encoded) {
    return { kind: "not-canonical", functionName };
  }
  return { kind: "write", functionName, attestedIds: findAttestedIds(functionName, args) };
}

/** A list that names an agent twice pays for nothing: it gets no better treatment than other calls. */
function findAttestedIds(functionName: string, [agents]: readonly unknown[]): readonly bigint[] {
  if (functionName !== ATTEST_MANY) return [];
  const agentIds = agents as readonly bigint[];
  return new Set(agentIds).size === agentIds.length ? agentIds : [];
}

function decode(inputs: readonly AbiParameter[], encoded: Hex): readonly unknown[] {
  return inputs.length === 0 ? [] : decodeAbiParameters(inputs, encoded);
}

/** Undefined if it fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
    // Stryker disable next-line BlockStatement: A function that ends without a return gives undefined, too.
  } catch {
    return undefined;
  }
}

/** Both are encoded alike, but a text that is not valid UTF-8 would be decoded to another one. */
function toBytesForText(input: AbiParameter): AbiParameter {
  return input.type === "string" ? { ...input, type: "bytes" } : input;
}
