import { fetchToken } from "./fetch-token.ts";
import type { PublishedKeys } from "./issuers.ts";
import type { SignedBy } from "./verify-receipt.ts";
import { type StatusList, verifyStatusList } from "./verify-status-list.ts";

/** A list that is looked after: the newest of its kind that was ever seen, or none yet. */
export type KeptList = { readonly uri: string; list: StatusList | undefined };

/** What went wrong with a list. The one that is held goes on until it expires. */
export type ListProblem = { uri: string; message: string; cause?: unknown };

type Options = SignedBy & { now: () => number; onProblem?: ((problem: ListProblem) => void) | undefined };

type Kept = KeptList & { refreshAt: number; loading: Promise<void> | undefined };

const MAX_TOKEN_BYTES = 1_048_576;
/** So that the providers of a register do not all ask in the same second. */
const JITTER = 0.1;
/** After a failure; a list lives longer than several of these. */
const RETRY_SECONDS = 30;

/** Fetches the lists that it is given, and renews each before its time is over. */
export function createListKeeper(options: Options) {
  const { now, fetch, onProblem } = options;
  const lists = new Map<string, Kept>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function load(kept: Kept): Promise<void> {
    kept.refreshAt = now() + RETRY_SECONDS;
    try {
      const token = await fetchToken({ url: kept.uri, fetch, maxBytes: MAX_TOKEN_BYTES });
      const list = await verifyStatusList(token, { ...options, uri: kept.uri, now: now() });
      if (kept.list !== undefined && isOlder(list, kept.list))
        throw new Error("The register gave an older list than the one before; the newer one is kept.");
      kept.list = list;
      kept.refreshAt = now() + list.ttlSeconds * (1 - JITTER * Math.random());
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      onProblem?.({ uri: kept.uri, message, cause });
    } finally {
      kept.loading = undefined;
      schedule();
    }
  }

  function loadOnce(kept: Kept): Promise<void> {
    kept.loading ??= load(kept);
    return kept.loading;
  }

  /** One timer for all: it is set to the list that is due first. */
  function schedule(): void {
    clearTimeout(timer);
    if (isClosed || lists.size === 0) return;
    const nextAt = Math.min(...[...lists.values()].map(({ refreshAt }) => refreshAt));
    timer = setTimeout(() => void refreshDue(), Math.max(1, nextAt - now()) * 1_000);
    // A service that has nothing else to do may end.
    timer.unref?.();
  }

  async function refreshDue(): Promise<void> {
    const due = [...lists.values()].filter(({ refreshAt }) => refreshAt <= now());
    await Promise.all(due.map(loadOnce));
    schedule();
  }

  return {
    /** Lists that the issuer signed with a key that it no longer publishes are forgotten, and asked for anew. */
    forgetUnpublished({ issuer, kids }: PublishedKeys): void {
      for (const kept of lists.values()) {
        if (kept.list === undefined || kept.list.issuer !== issuer || kids.has(kept.list.kid)) continue;
        kept.list = undefined;
        kept.refreshAt = now();
      }
      schedule();
    },
    /** Looks after this list from now on; resolves when it has been asked for once, with or without success. */
    async keep(uri: string): Promise<KeptList> {
      let kept = lists.get(uri);
      if (kept === undefined) {
        kept = { uri, list: undefined, refreshAt: 0, loading: undefined };
        lists.set(uri, kept);
      }
      if (kept.list === undefined && (kept.loading !== undefined || kept.refreshAt <= now()))
        await loadOnce(kept);
      return kept;
    },
    /** Asks for all lists anew, due or not. */
    async refresh(): Promise<void> {
      await Promise.all([...lists.values()].map(loadOnce));
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function isOlder(list: StatusList, than: StatusList): boolean {
  return list.issuedAt < than.issuedAt || list.block.number < than.block.number;
}
