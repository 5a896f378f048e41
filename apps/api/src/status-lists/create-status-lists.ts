import { apiErrors, KYA_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { BINDING_LIFETIME_SECONDS, STATUS_VALUES, setStatus } from "@agent-registry/protocol/signed";
import { type Clock, createRepeat, HttpError, type Logger } from "@agent-registry/service";
import { NO_AGENT } from "../chain/decode-event.ts";
import type { Freshness } from "../http/freshness.ts";
import type { MemoryResponse } from "../http/stored-response.ts";
import { type OpenAtBlock, readAtBlock, type Vouching } from "../index/at-block.ts";
import type { Signer } from "../signing/create-signer.ts";
import { createBuildStatusLists } from "./build-status-lists.ts";
import { createKeptStandings } from "./keep-standings.ts";
import { readStandingChange, type Standings, type StandingsQuery } from "./read-standings.ts";

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
/** However often agents change, building takes no more than this share of the time, */
const MOST_OF_THE_TIME = 1 / 30;
/** unless lists would state a change later than ten seconds after its block. */
const LONGEST_PAUSE_MS = 6_000;
const CHECK_INTERVAL_MS = 3_600_000;

/**
 * Keeps the status lists: built anew every minute or so, and soon after a status, a party or a certificate has changed or blocks were
 * taken back. Every process builds its own from the index that all share, so that none has to wait for another.
 */
export function createStatusLists(options: Options) {
  const { open, vouching, freshness, buildSeconds, clock, logger } = options;
  const kept = createKeptStandings({ open, logger });
  const buildStatusLists = createBuildStatusLists(options);
  let built: Built | undefined;
  let isWrong = false;
  /** A mend takes blocks back as a reorganisation does, so after either what is kept is compared with the index. */
  let checked = { atMs: clock.now(), rewindCount: freshness.rewindCount() };

  /**
   * One doubtful agent must not shut out all others: the list says of it that it does not know. If many are doubtful,
   * nothing is said of any.
   */
  async function findStandings(asked: StandingsQuery): Promise<Standings | undefined> {
    vouching.forAgents([]);
    const standings = await kept.read(asked);
    vouching.forAgents([]);
    const doubtful = vouching.listIds();
    if (standings === undefined || doubtful.length === 0) return standings;
    const values = standings.values.slice();
    for (const agentId of doubtful)
      if (agentId !== NO_AGENT && agentId <= standings.lastAgentId)
        setStatus(values, agentId, STATUS_VALUES.ask);
    return { ...standings, values };
  }

  function toQuery(issuedAt: number): StandingsQuery {
    return {
      expiresAt: issuedAt + options.lifetimeSeconds,
      partiesChangedSince: issuedAt - BINDING_LIFETIME_SECONDS - BINDING_SLACK_SECONDS,
    };
  }

  async function build(): Promise<void> {
    const [startedAt, issuedAt, rewindCount] = [clock.now(), freshness.now(), freshness.rewindCount()];
    isWrong = false;
    const standings = await findStandings(toQuery(issuedAt));
    if (standings === undefined) return;
    const lists = await buildStatusLists(standings, issuedAt);
    const { lastSequence } = standings;
    const { expiresAt } = standings.judgedBy;
    const atMs = clock.now();
    built = { lists, rewindCount, lastSequence, atMs, expiresAt, tookMs: atMs - startedAt };
  }

  async function isDue(): Promise<boolean> {
    if (built === undefined || isWrong || built.rewindCount !== freshness.rewindCount()) return true;
    const ageMs = clock.now() - built.atMs;
    if (ageMs >= buildSeconds * 1_000) return true;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, built.tookMs / MOST_OF_THE_TIME);
    if (ageMs < Math.min(LONGEST_PAUSE_MS, pauseMs)) return false;
    const { lastSequence } = built;
    return readAtBlock(open, "look-up", ({ db }) => readStandingChange(db, lastSequence));
  }

  /** Builds the lists if that is due. Nothing is signed from an index that may be old. */
  async function look(): Promise<void> {
    if (freshness.findProblem(KYA_MAX_SILENCE_MS) === null && (await isDue())) await build();
  }

  /** Compares what is kept with the index, if that is due. Lists are built in the meantime. */
  async function check(): Promise<void> {
    const rewindCount = freshness.rewindCount();
    const isCheckDue =
      clock.now() - checked.atMs >= CHECK_INTERVAL_MS ||
      (built?.rewindCount === rewindCount && checked.rewindCount !== rewindCount);
    if (!isCheckDue || freshness.findProblem(KYA_MAX_SILENCE_MS) !== null) return;
    checked = { atMs: clock.now(), rewindCount };
    if (await kept.check(toQuery(freshness.now()))) isWrong = true;
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

  const repeats = [
    createRepeat({
      task: () => look().catch((error) => logger.warn({ err: error }, "The status lists could not be built")),
      pauseMs: LOOK_INTERVAL_MS,
    }),
    createRepeat({
      task: () =>
        check().catch((error) => logger.warn({ err: error }, "The status lists could not be checked")),
      pauseMs: LOOK_INTERVAL_MS,
    }),
  ];
  return {
    look,
    check,
    count: () => getLists().length,
    find: (list: number): MemoryResponse | undefined => getLists()[list],
    start(): void {
      for (const repeat of repeats) repeat.start();
    },
    async stop(): Promise<void> {
      await Promise.all(repeats.map((repeat) => repeat.stop()));
    },
  };
}
