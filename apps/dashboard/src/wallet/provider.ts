import type { Provider } from "@agent-registry/sdk/browser-wallet";

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

export function isSameAddress(one: string | null | undefined, other: string | null | undefined): boolean {
  return one != null && other != null && one.toLowerCase() === other.toLowerCase();
}
