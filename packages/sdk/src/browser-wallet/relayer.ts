import { isAddressShaped } from "@agent-registry/protocol/checksum-address";
import { toFields } from "@agent-registry/protocol/exact-json";
import { type ForwardRequest, toWireRequest } from "@agent-registry/protocol/forward-request";
import { askJson, type JsonAnswer } from "../http/ask-json.ts";

/** Why the relayer did not send a request. */
export class RelayerProblem extends Error {
  override readonly name = "RelayerProblem";
  /** `unfit`: what answers is no relayer of this register. `lost`: the request may have arrived all the same. */
  readonly kind: "unreachable" | "refused" | "unfit" | "lost";

  constructor(kind: RelayerProblem["kind"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const READ_LIMIT_MS = 20_000;
/** The relayer answers once the transaction is mined. */
const RELAY_LIMIT_MS = 120_000;
const LONGEST_TEXT = 300;

export type Relayer = ReturnType<typeof createRelayer>;

/** The routes of the relayer that it takes to have a signed request sent. */
export function createRelayer({ url, signal }: { url: string; signal: AbortSignal }) {
  const fetchUntilStopped: typeof fetch = (input, init) => {
    const signals = [signal, init?.signal].filter((given) => given != null);
    return fetch(input, { ...init, credentials: "omit", signal: AbortSignal.any(signals) });
  };

  const ask = (path: string, timeoutMs: number, body?: unknown) =>
    askJson({ url: url + path, fetch: fetchUntilStopped, timeoutMs, body });

  async function read(path: string): Promise<Record<string, unknown>> {
    const answer = await ask(path, READ_LIMIT_MS);
    if (answer.kind === "unanswered")
      throw new RelayerProblem("unreachable", "The relayer does not answer", { cause: answer.cause });
    requireSuccess(answer);
    return toFields(answer.value);
  }

  return {
    async getDomain(): Promise<{ chainId: number; forwarder: `0x${string}` }> {
      const { chainId, verifyingContract } = await read("/domain");
      if (!isAddressShaped(verifyingContract)) throw unfit();
      return { chainId: Number(chainId), forwarder: verifyingContract };
    },
    async getNonce(account: string): Promise<bigint> {
      const { nonce } = await read(`/nonce/${account}`);
      if (typeof nonce !== "string" || !/^\d{1,78}$/.test(nonce)) throw unfit();
      return BigInt(nonce);
    },
    /** Posts it once. */
    async relay({ request, signature }: { request: ForwardRequest; signature: string }): Promise<void> {
      const answer = await ask("/relay", RELAY_LIMIT_MS, { request: toWireRequest(request), signature });
      if (answer.kind === "unanswered")
        throw new RelayerProblem("lost", "The relayer’s answer did not arrive", { cause: answer.cause });
      requireSuccess(answer);
    },
  };
}

function requireSuccess({ status, error }: Extract<JsonAnswer, { kind: "answered" }>): void {
  if (status >= 200 && status < 300) return;
  throw new RelayerProblem("refused", (error ?? `It answered with status ${status}`).slice(0, LONGEST_TEXT));
}

function unfit(): RelayerProblem {
  return new RelayerProblem("unfit", "What answers there is not a relayer of this register");
}
