import { apiErrors, KYA_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { BINDING_LIFETIME_SECONDS, STATUS_VALUES, setStatus } from "@agent-registry/protocol/signed";
import { type Clock, createRepeat, HttpError, type Logger } from "@agent-registry/service";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { Freshness } from "../http/freshness.ts";
import type { MemoryResponse } from "../http/stored-response.ts";
import type { Vouching } from "../index/asked-index.ts";
import { type OpenAtBlock, readAtBlock } from "../index/at-block.ts";
import type { Signer } from "../signing/create-signer.ts";
import { buildStatusLists } from "./build-status-lists.ts";
import type { Standings, StandingsQuery } from "./read-standings.ts";
import { readStandingChange, readStandings } from "./read-standings.ts";

type Options = {
  open: OpenAtBlock;
  vouching: Pick<Vouching, "forAgents" | "listIds">;
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
/** Changes come in groups, and one list states them all. */
const SHORTEST_PAUSE_MS = 2_000;
/** However often agents change, building takes no more than this share of the time. */
const MOST_OF_THE_TIME = 1 / 10;

/**
 * Keeps the status lists: built anew every minute or so, and soon after a status, a party or a certificate has changed or blocks were
 * taken back. Every process builds its own from the index that all share, so that none has to wait for another.
 */
export function createStatusLists(options: Options) {
  const { open, vouching, freshness, buildSeconds, clock, logger } = options;
  let built: Built | undefined;

  /**
   * One doubtful agent must not shut out all others: the list says of it that it does not know. If many are doubtful,
   * nothing is said of any.
   */
  async function findStandings(asked: StandingsQuery): Promise<Standings | undefined> {
    vouching.forAgents([]);
    const standings = await readAtBlock(open, "long", (at) => readStandings(at, asked));
    vouching.forAgents([]);
    if (standings === undefined) return undefined;
    for (const agentId of vouching.listIds())
      if (agentId !== NO_AGENT && agentId <= standings.lastAgentId)
        setStatus(standings.values, agentId, STATUS_VALUES.ask);
    return standings;
  }

  async function build(): Promise<void> {
    const { signer, registryAddress, ttlSeconds, lifetimeSeconds } = options;
    const [startedAt, issuedAt, rewindCount] = [clock.now(), freshness.now(), freshness.rewindCount()];
    const expiresAt = issuedAt + lifetimeSeconds;
    const partiesChangedSince = issuedAt - BINDING_LIFETIME_SECONDS - BINDING_SLACK_SECONDS;
    const standings = await findStandings({ expiresAt, partiesChangedSince });
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
    const { lastSequence } = built;
    return readAtBlock(open, "look-up", ({ db }) => readStandingChange(db, lastSequence));
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
