import { apiErrors, KYA_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { BINDING_LIFETIME_SECONDS } from "@agent-registry/protocol/signed";
import { type Clock, createRepeat, HttpError, type Logger } from "@agent-registry/service";
import type { IndexReader } from "../index-store/index-reader.ts";
import type { Freshness } from "../responses/freshness.ts";
import type { MemoryResponse } from "../responses/stored-response.ts";
import type { Signer } from "../signing/create-signer.ts";
import { buildStatusLists } from "./build-status-lists.ts";

export type StatusLists = ReturnType<typeof createStatusLists>;

type Options = {
  reader: Pick<IndexReader, "findStandings" | "hasStandingChangedSince">;
  freshness: Freshness;
  signer: Signer;
  registryAddress: string;
  ttlSeconds: number;
  lifetimeSeconds: number;
  buildSeconds: number;
  clock: Clock;
  logger: Logger;
};

type Built = {
  lists: MemoryResponse[];
  /** What they were built from; lists from before blocks were taken back are void. */
  rewindCount: number;
  lastSequence: number;
  atMs: number;
  expiresAt: number;
  tookMs: number;
};

/** An index that signs a binding may be a minute behind the chain, and clocks differ. */
const BINDING_SLACK_SECONDS = 600;
const LOOK_INTERVAL_MS = 1_000;
/** Changes come in groups, and one list tells them all. */
const SHORTEST_PAUSE_MS = 2_000;
/** However often agents change, building takes no more than so much of the time. */
const MOST_OF_THE_TIME = 1 / 10;

/**
 * Keeps the status lists: built anew every minute or so, and soon after a status or a party has changed or blocks were
 * taken back. Every process builds its own from the index that all share, so that none has to wait for another.
 */
export function createStatusLists(options: Options) {
  const { reader, freshness, buildSeconds, clock, logger } = options;
  let built: Built | undefined;

  async function build(): Promise<void> {
    const { signer, registryAddress, ttlSeconds, lifetimeSeconds } = options;
    const [startedAt, issuedAt, rewindCount] = [clock.now(), freshness.now(), freshness.rewindCount()];
    const expiresAt = issuedAt + lifetimeSeconds;
    const partiesChangedSince = issuedAt - BINDING_LIFETIME_SECONDS - BINDING_SLACK_SECONDS;
    const standings = await reader.findStandings({ expiresAt, partiesChangedSince });
    if (standings === undefined) return;
    const lists = await buildStatusLists({
      standings,
      signer,
      registryAddress,
      issuedAt,
      ttlSeconds,
      lifetimeSeconds,
    });
    const { lastSequence } = standings;
    const atMs = clock.now();
    built = { lists, rewindCount, lastSequence, atMs, expiresAt, tookMs: atMs - startedAt };
  }

  async function isDue(): Promise<boolean> {
    if (built === undefined || built.rewindCount !== freshness.rewindCount()) return true;
    const ageMs = clock.now() - built.atMs;
    if (ageMs >= buildSeconds * 1_000) return true;
    if (ageMs < Math.max(SHORTEST_PAUSE_MS, built.tookMs / MOST_OF_THE_TIME)) return false;
    return reader.hasStandingChangedSince(built.lastSequence);
  }

  /** Builds the lists if that is due. Nothing is signed from an index that may be old. */
  async function look(): Promise<void> {
    if (freshness.findProblem(KYA_MAX_SILENCE_MS) === null && (await isDue())) await build();
  }

  function getLists(): MemoryResponse[] {
    freshness.assertFresh(KYA_MAX_SILENCE_MS);
    const isVoid =
      built === undefined ||
      built.rewindCount !== freshness.rewindCount() ||
      built.expiresAt <= freshness.now();
    if (isVoid) throw new HttpError(500, apiErrors.rpcFailure("the status lists are being built"));
    return built?.lists ?? [];
  }

  const { start, stop } = createRepeat({
    task: () => look().catch((error) => logger.warn({ err: error }, "The status lists could not be built")),
    pauseMs: LOOK_INTERVAL_MS,
  });
  return {
    look,
    count: () => getLists().length,
    find: (list: number): MemoryResponse | undefined => getLists()[list],
    start,
    stop,
  };
}
