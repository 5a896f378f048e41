import { maskUrls } from "@agent-registry/protocol";
import { decodeUrlPart } from "@agent-registry/service";

/**
 * - `unavailable`: no answer, or none that makes sense; another node or a later try may help
 * - `timeout`: no answer in time
 * - `rate-limited`: the node wants fewer calls
 * - `range`: the node finds the range of blocks too big; a smaller one may pass
 * - `refused`: the node answered with an error of its own
 * - `untrue`: the answer contradicts itself, the question, or what the node said before
 */
type RpcErrorKind = "unavailable" | "timeout" | "rate-limited" | "range" | "refused" | "untrue";

/** Its message is public, so it never holds the node's address or words: those may contain credentials. */
export class RpcError extends Error {
  readonly kind: RpcErrorKind;
  /** What the node said, for the log only; without the credentials of its URL. */
  readonly said: string | undefined;
  /** The node's own code, if it answered with an error. */
  readonly code: number | undefined;

  constructor(
    kind: RpcErrorKind,
    message: string,
    options?: ErrorOptions & { said?: string; code?: number },
  ) {
    super(message, options);
    this.name = "RpcError";
    this.kind = kind;
    this.said = options?.said;
    this.code = options?.code;
  }
}

const RATE_WORDS = /rate.?limit|too many requests|request (limit|count)|capacity|throttl|per second|quota/i;
const RANGE_WORDS =
  /range|results|response size|too (large|many|big|wide|long)|more than|exceed|limit|timed? ?out|timeout/i;
/** By convention "limit exceeded", for rates and for ranges. */
const LIMIT_EXCEEDED = -32005;

/** Nodes agree on no code for these, so the words decide. */
export function toRpcErrorKind({ code, message }: { code: number; message: string }): RpcErrorKind {
  if (code === 429 || RATE_WORDS.test(message)) return "rate-limited";
  if (code === LIMIT_EXCEEDED || RANGE_WORDS.test(message)) return "range";
  return "refused";
}

/** Shorter parts of a path are versions and names of networks: hiding them would garble every text. */
const SHORTEST_KEY = 16;

/** For texts from a node: some quote the URL or the key of the request. */
export function createHideSecrets(rpcUrl: string): (text: string) => string {
  const { username, password, pathname, searchParams } = new URL(rpcUrl);
  const keys = pathname.split("/").filter((part) => part.length >= SHORTEST_KEY);
  const secrets = [username, password, ...searchParams.values(), ...keys]
    .flatMap((secret) => [secret, decodeUrlPart(secret)])
    .filter((secret) => secret !== "");
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "***"), maskUrls(text));
}
