import { generateKeyPairSync } from "node:crypto";
import { inflateSync } from "node:zlib";
import { findStatus, STATUS_VALUES, toListPlace } from "@agent-registry/protocol/signed";
import { createLogger, openDatabase } from "@agent-registry/service";
import { sql } from "kysely";
import { numberToHex, zeroAddress } from "viem";
import type { Freshness } from "../http/freshness.ts";
import { type FilingKind, toKindNumber } from "../index/filing-data.ts";
import { migrations } from "../index/migrations.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import type { BlockRow, IndexSchema } from "../index/schema.ts";
import { createVouching } from "../reconcile/doubts.ts";
import { createSigner } from "../signing/create-signer.ts";
import { createStatusLists } from "../status-lists/create-status-lists.ts";

const CHUNK = 500;

type Options = { dataDir: string; databaseUrl?: string | undefined; now: number };

/**
 * The status lists of a register that `writeDeadRegister` wrote, as an API process keeps them. Time passes by call,
 * and as it does while something is done.
 */
export async function openKeptLists({ now, ...place }: Options) {
  const { db, close } = await openDatabase<IndexSchema>({ ...place, fileName: "index.sqlite", migrations });
  const index = openAskedIndex({
    file: `${place.dataDir}/index.sqlite`,
    databaseUrl: place.databaseUrl,
    vouching: createVouching([]),
  });
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let passedMs = now * 1_000 - performance.now();
  const clock = { now: () => passedMs + performance.now() };
  const toSeconds = () => Math.floor(clock.now() / 1_000);
  const freshness = { now: toSeconds, rewindCount: () => 0, findProblem: () => null, assertFresh() {} };
  const statusLists = createStatusLists({
    open: index.open,
    vouching: index.vouching,
    freshness: freshness as Partial<Freshness> as Freshness,
    signer: await createSigner({ issuer: "https://register.example", key }),
    registryAddress: zeroAddress,
    ttlSeconds: 300,
    lifetimeSeconds: 900,
    buildSeconds: 60,
    clock,
    logger: createLogger({ name: "bench", level: "warn" }),
  });
  const newest = db.selectFrom("blocks").selectAll().orderBy("number", "desc").limit(1);
  let last: BlockRow = await newest.executeTakeFirstOrThrow();

  return {
    ...statusLists,
    clock,
    pass(ms: number): void {
      passedMs += ms;
    },

    /** Live agents that attested last at this time or later, in that order. */
    async findLive(since: number, count: number): Promise<number[]> {
      const rows = await db
        .selectFrom("agents")
        .select("agent_id")
        .where("last_attestation", ">=", since)
        // The sign keeps SQLite from the index by status, which most of the lapsed agents share with the live ones.
        .where(sql<boolean>`+status = 0`)
        .orderBy("last_attestation")
        .limit(count)
        .execute();
      return rows.map((row) => row.agent_id);
    },

    /** A block in which these agents attest, and one is revoked. */
    async addBlock({ attesting, revoked }: { attesting: number[]; revoked: number }): Promise<void> {
      const [number, timestamp] = [last.number + 1, toSeconds()];
      const hash = numberToHex(number, { size: 32 });
      const toFiling = (agentId: number, kind: FilingKind, place: number) => ({
        sequence: last.last_sequence + 1 + place,
        agent_id: agentId,
        position: last.last_sequence + 1 + place,
        report_position: null,
        block_number: number,
        block_hash: hash,
        log_index: place,
        transaction_hash: hash,
        timestamp,
        actor: zeroAddress,
        kind: toKindNumber(kind),
        data: "{}",
        enforcement: null,
      });
      const filings = attesting.map((agentId, place) => toFiling(agentId, "attested", place));
      filings.push(toFiling(revoked, "status-changed", attesting.length));
      const last_sequence = last.last_sequence + filings.length;
      await db.transaction().execute(async (transaction) => {
        for (let first = 0; first < filings.length; first += CHUNK) {
          const some = filings.slice(first, first + CHUNK);
          await transaction.insertInto("filings").values(some).execute();
          await transaction
            .updateTable("agents")
            .set({ last_attestation: timestamp })
            .where(
              "agent_id",
              "in",
              some.map((filing) => filing.agent_id),
            )
            .execute();
        }
        await transaction.updateTable("agents").set({ status: 2 }).where("agent_id", "=", revoked).execute();
        last = { ...last, number, hash, timestamp, last_sequence };
        await transaction.insertInto("blocks").values(last).execute();
      });
    },

    /** Whether the lists say that the agent is revoked. */
    isRevoked(agentId: number): boolean {
      const { list, index: place } = toListPlace(agentId);
      const [, payload = ""] = statusLists.find(list)?.body.split(".") ?? [];
      const { status_list } = JSON.parse(Buffer.from(payload, "base64url").toString());
      return (
        findStatus(inflateSync(Buffer.from(status_list.lst, "base64url")), place) === STATUS_VALUES.invalid
      );
    },

    async readBytes(): Promise<number> {
      let bytes = 0;
      for (let list = 0; list < statusLists.count(); list += 1)
        bytes += (await statusLists.find(list)?.gzipped)?.length ?? 0;
      return bytes;
    },

    async close(): Promise<void> {
      await index.close();
      await close();
    },
  };
}
