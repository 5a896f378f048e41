import { generateKeyPairSync } from "node:crypto";
import { openDatabase } from "@agent-registry/service";
import { zeroAddress } from "viem";
import { readAtBlock } from "../index/at-block.ts";
import { migrations } from "../index/migrations.ts";
import { openAskedIndex } from "../index/read/open-asked-index.ts";
import type { IndexSchema } from "../index/schema.ts";
import { createVouching } from "../reconcile/doubts.ts";
import { createSigner } from "../signing/create-signer.ts";
import { createBuildStatusLists } from "../status-lists/build-status-lists.ts";
import { readStandings } from "../status-lists/read-standings.ts";

const LIFETIME_SECONDS = 900;

/** Builds status lists as the API does, from a register that `writeRegister` wrote. */
export async function openBenchLists(options: {
  dataDir: string;
  databaseUrl?: string | undefined;
  agents: number;
}) {
  const { dataDir, databaseUrl, agents } = options;
  const database = await openDatabase<IndexSchema>({ ...options, fileName: "index.sqlite", migrations });
  const block = { number: 1, hash: `0x${"ab".repeat(32)}`, last_sequence: agents, timestamp: 1 };
  await database.db
    .insertInto("blocks")
    .values({ ...block, last_agent_id: agents })
    .execute();
  await database.db.updateTable("sync_state").set({ chain_id: 84532, genesis_hash: block.hash }).execute();
  const index = openAskedIndex({
    file: `${dataDir}/index.sqlite`,
    databaseUrl,
    vouching: createVouching([]),
  });
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signer = await createSigner({ issuer: "https://register.example", key });
  return {
    /**
     * How long reading and signing took, in processor time of this process and by the clock, and how large the first list is. If other standings are given, they are signed
     * instead of those that were read, which are more regular than real ones.
     */
    async build(values?: Uint8Array) {
      const [startedAt, usage] = [performance.now(), process.cpuUsage()];
      const issuedAt = Math.floor(Date.now() / 1_000);
      const asked = { expiresAt: issuedAt + LIFETIME_SECONDS, partiesChangedSince: issuedAt - 86_400 };
      const found = await readAtBlock(index.open, "long", (at) => readStandings(at, asked));
      if (found === undefined) throw new Error("The register is empty");
      const standings = values === undefined ? found : { ...found, values };
      const readAt = performance.now();
      // Another one each time, or the same bytes would not be compressed again.
      const buildStatusLists = createBuildStatusLists({
        signer,
        registryAddress: zeroAddress,
        ttlSeconds: 300,
        lifetimeSeconds: LIFETIME_SECONDS,
      });
      const [first] = await buildStatusLists(standings, issuedAt);
      const builtAt = performance.now();
      const { user, system } = process.cpuUsage(usage);
      return {
        cpuMs: (user + system) / 1_000,
        readMs: readAt - startedAt,
        buildMs: builtAt - readAt,
        tokenBytes: first?.body.length ?? 0,
        wireBytes: (await first?.gzipped)?.length ?? 0,
      };
    },
    async close(): Promise<void> {
      await index.close();
      await database.close();
    },
  };
}
