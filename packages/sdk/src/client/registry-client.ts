import { DEFAULT_RPC_URL } from "@agent-registry/protocol";
import { type Account, type Address, type Client, createClient, type Hash, http, type Transport } from "viem";
import { parseAccount } from "viem/accounts";
import { missingConfiguration, RegistryError } from "../errors/registry-error.ts";
import type { Fetch } from "../http/ask-json.ts";
import { type ApiClient, parseBaseUrl } from "./api-client.ts";
import { bestHead } from "./best-head.ts";
import { type AddressInput, parseAddress } from "./parse-address.ts";

export type RegistryClientOptions = {
  /** The Registry contract. Not needed if only the query API is asked. */
  registryAddress?: AddressInput;
  /**
   * The RPC node, or several, of which the one with the newest block is asked; the public test network's if neither this
   * nor `transport` is given.
   */
  rpcUrl?: string | readonly string[];
  /** Any viem transport instead of `rpcUrl`, for example `custom(window.ethereum)`. */
  transport?: Transport;
  /** Refuse to work on any other chain. */
  chainId?: number;
  /** Who signs: a local account, or the address of one that the transport's wallet holds. */
  account?: Account | Address;
  /** With a relayer, writing is gasless; without one, the account pays. */
  relayerUrl?: string;
  /** The forwarder that the relayer must use. If not given, the Registry is asked whom it trusts. */
  forwarderAddress?: AddressInput;
  /** The query API. */
  apiUrl?: string;
  fetch?: Fetch;
  /**
   * How old the newest block may be that an answer is read from; any age if not given, since a chain that mines on demand
   * has no newer one. 120 suits Base, which has a block every two seconds.
   */
  maxBlockAgeSeconds?: number | undefined;
  /** How long to wait for a transaction to be mined. */
  confirmationTimeoutMs?: number;
  /** The pause before something is tried again. */
  retryDelayMs?: number;
  /**
   * Called when something signed has left and may be executed whatever becomes of this process; `settle` of what it
   * returns is called once the outcome is known.
   */
  onSent?: (sent: SentCall) => { settle(): void };
};

/** What has left: a request to the relayer, or a transaction to the chain. */
export type SentCall =
  | { kind: "request"; digest: Hash; relayerUrl: string; expiresAt: string }
  | { kind: "transaction"; hash: Hash };

/** Every action's first argument. */
export type RegistryClient = ApiClient & {
  readonly registryAddress: Address | undefined;
  readonly account: Account | undefined;
  readonly relayerUrl: string | undefined;
  readonly forwarderAddress: Address | undefined;
  /** For viem's single actions: `getBlock(client.reader)`. All of them together would triple what a browser loads. */
  readonly reader: Client<Transport>;
  readonly wallet: Client<Transport, undefined, Account> | undefined;
  readonly maxBlockAgeSeconds: number | undefined;
  readonly confirmationTimeoutMs: number;
  readonly onSent: (sent: SentCall) => { settle(): void };
  /** Writes of one account run one after the other: each needs the nonce that the last one left. */
  readonly writes: Queue;
};

/**
 * The bare client for tree-shaking: pass it to the actions you import.
 *
 * @example
 * const client = createRegistryClient({ registryAddress, rpcUrl });
 * const { verdict } = await kya(client, { wallet });
 */
export function createRegistryClient(options: RegistryClientOptions): RegistryClient {
  const transport = options.transport ?? toTransport(options.rpcUrl ?? DEFAULT_RPC_URL);
  const account = options.account === undefined ? undefined : parseAccount(options.account);
  const { chainId } = options;
  const findAddress = (name: "registryAddress" | "forwarderAddress") => {
    const value = options[name];
    return value === undefined ? undefined : parseAddress({ value, name, chainId });
  };
  const findUrl = (name: "relayerUrl" | "apiUrl") => {
    const value = options[name];
    return value === undefined ? undefined : parseBaseUrl({ value, name });
  };
  return {
    registryAddress: findAddress("registryAddress"),
    forwarderAddress: findAddress("forwarderAddress"),
    chainId,
    account,
    relayerUrl: findUrl("relayerUrl"),
    apiUrl: findUrl("apiUrl"),
    reader: createClient({ transport }),
    wallet: account && createClient({ account, transport }),
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    maxBlockAgeSeconds: options.maxBlockAgeSeconds,
    confirmationTimeoutMs: options.confirmationTimeoutMs ?? 120_000,
    retryDelayMs: options.retryDelayMs ?? 1_000,
    onSent: options.onSent ?? (() => ({ settle() {} })),
    writes: createQueue(),
  };
}

function toTransport(rpcUrl: string | readonly string[]): Transport {
  if (typeof rpcUrl === "string") return http(rpcUrl);
  const [first, ...more] = rpcUrl;
  if (first === undefined) throw missingConfiguration("rpcUrl is an empty list: give at least one RPC node.");
  return more.length === 0 ? http(first) : bestHead(rpcUrl);
}

export function requireRegistryAddress(client: Pick<RegistryClient, "registryAddress">): Address {
  if (client.registryAddress !== undefined) return client.registryAddress;
  throw missingConfiguration(
    "The Registry's address is not configured: give registryAddress (REGISTRY_ADDRESS).",
  );
}

export function requireAccount(client: RegistryClient): {
  account: Account;
  wallet: NonNullable<RegistryClient["wallet"]>;
} {
  const { account, wallet } = client;
  if (account !== undefined && wallet !== undefined) return { account, wallet };
  throw new RegistryError({
    reason: "missing-key",
    message: "Writing to the register needs a key: give account (AGENT_PRIVATE_KEY).",
  });
}

export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs tasks one after the other; one that fails does not hold up the next. */
function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
