import { getAddress, isAddress } from "viem";

/** A wallet's interface to pages, as EIP-1193 has it. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

/** A wallet in this browser. Its name is whatever the extension says. */
export type Wallet = {
  id: string;
  name: string;
  /** The data of an image; null if it gives none that a page may show. */
  icon: string | null;
  provider: Provider;
};

/** Calls the listener with what the wallet says, until the returned function is called. */
export function listen(provider: Provider, event: string, listener: (value: unknown) => void): () => void {
  provider.on?.(event, listener);
  return () => void provider.removeListener?.(event, listener);
}

/** The accounts that a wallet names, checksummed. */
export function toAccounts(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer
    .filter((account) => isAddress(account, { strict: false }))
    .map((account) => getAddress(account));
}

export function isSameAddress(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one.toLowerCase() === other.toLowerCase();
}
