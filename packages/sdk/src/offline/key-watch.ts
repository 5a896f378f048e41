import { getKeys, type Issuer, type PublishedKeys, toKeysUrl } from "./issuers.ts";
import type { ListProblem } from "./list-keeper.ts";
import type { SignedBy } from "./verify-receipt.ts";

type Options = Pick<SignedBy, "issuers" | "fetch"> & {
  onSeen: (published: PublishedKeys) => void;
  onProblem?: ((problem: ListProblem) => void) | undefined;
};

/** A key that was withdrawn must not count ten minutes later, though proxies may keep the keys for five. */
const LOOK_SECONDS = 300;
/** After a failure. */
const RETRY_SECONDS = 30;

/**
 * Looks which keys the issuers publish, again and again: what a stolen key has signed ends with the key, and not when the
 * thief says. While an issuer does not answer nothing is forgotten, but its lists cannot be renewed either.
 */
export function createKeyWatch({ issuers, fetch, onSeen, onProblem }: Options) {
  // Keys that the caller has given stay as they are.
  const watched = issuers.filter(({ jwks }) => jwks === undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function lookAt(issuer: Issuer): Promise<boolean> {
    try {
      onSeen(await getKeys(issuer, fetch).look());
      return true;
    } catch (cause) {
      const message = `The keys of ${issuer.issuer} could not be renewed.`;
      onProblem?.({ uri: toKeysUrl(issuer), message, cause });
      return false;
    }
  }

  async function look(): Promise<void> {
    const seen = await Promise.all(watched.map(lookAt));
    schedule(seen.includes(false) ? RETRY_SECONDS : LOOK_SECONDS);
  }

  function schedule(seconds: number): void {
    clearTimeout(timer);
    if (isClosed || watched.length === 0) return;
    timer = setTimeout(() => void look(), seconds * 1_000);
    // A service that has nothing else to do may end.
    timer.unref?.();
  }

  return {
    /** From the first binding on. */
    start(): void {
      if (timer === undefined) schedule(LOOK_SECONDS);
    },
    look,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
