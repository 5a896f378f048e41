import { type ForwardRequest, toWireRequest } from "@agent-registry/protocol/forward-request";

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
  async function read(path: string): Promise<Record<string, unknown>> {
    const answer = await ask(path, READ_LIMIT_MS).catch((cause) => {
      throw new RelayerProblem("unreachable", "The relayer does not answer", { cause });
    });
    if (answer.ok) return answer.body;
    throw new RelayerProblem("refused", answer.error);
  }

  async function ask(path: string, limitMs: number, init: RequestInit = {}) {
    const response = await fetch(url + path, {
      ...init,
      credentials: "omit",
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
    const text = await response.text();
    const body = toObject(text);
    const said = typeof body.error === "string" ? body.error : `It answered with status ${response.status}`;
    return { ok: response.ok, body, error: said.slice(0, LONGEST_TEXT) };
  }

  return {
    async getDomain(): Promise<{ chainId: number; forwarder: `0x${string}` }> {
      const { chainId, verifyingContract } = await read("/domain");
      if (typeof verifyingContract !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(verifyingContract))
        throw unfit();
      return { chainId: Number(chainId), forwarder: verifyingContract as `0x${string}` };
    },
    async getNonce(account: string): Promise<bigint> {
      const { nonce } = await read(`/nonce/${account}`);
      if (typeof nonce !== "string" || !/^\d{1,78}$/.test(nonce)) throw unfit();
      return BigInt(nonce);
    },
    /** Posts it once. */
    async relay({ request, signature }: { request: ForwardRequest; signature: string }): Promise<void> {
      const answer = await ask("/relay", RELAY_LIMIT_MS, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ request: toWireRequest(request), signature }),
      }).catch((cause) => {
        throw new RelayerProblem("lost", "The relayer’s answer did not arrive", { cause });
      });
      if (!answer.ok) throw new RelayerProblem("refused", answer.error);
    },
  };
}

function unfit(): RelayerProblem {
  return new RelayerProblem("unfit", "What answers there is not a relayer of this register");
}

function toObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
