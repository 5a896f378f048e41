import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  startChain,
  type TestPostgres,
  testedEngines,
  usePostgres,
} from "@agent-registry/testkit";
import { sql } from "kysely";
import type { Address } from "viem";
import { createRegister, type Register } from "../../testing/register-calls.ts";
import { createDataDir, inspect, startTestIndex, type TestIndex } from "../../testing/test-index.ts";

const wallet = devAccount(8);
const { stranger } = devAccounts;

let chain: LocalChain;
let postgres: TestPostgres;
before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
});
after(() => Promise.all([chain?.stop(), postgres?.stop()]));

for (const engine of testedEngines) {
  describe(`an index that cannot go on from what it holds (${engine})`, () => {
    let registryAddress: Address;
    let register: Register;
    let database: { dataDir: string; databaseUrl: string | undefined };
    let index: TestIndex | undefined;
    beforeEach(async () => {
      const databaseUrl = engine === "postgres" ? await postgres.createDatabase() : undefined;
      database = { dataDir: await createDataDir(), databaseUrl };
      registryAddress = (await deployLocally(chain)).registryAddress;
      register = createRegister({ chain, registryAddress });
      await register.register(stranger, { agentWallet: wallet.address });
    });
    afterEach(async () => {
      await index?.stop();
      index = undefined;
      await rm(database.dataDir, { recursive: true, force: true });
    });

    const start = async () => {
      index = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress, ...database });
      return index;
    };
    /** What an index holds that was never anything but right. */
    async function readExpected() {
      const fresh = await startTestIndex({ rpcUrls: [chain.rpcUrl], registryAddress });
      const { number, hash } = await chain.reader.getBlock();
      const head = { number: Number(number), hash };
      await fresh.waitForHash(head);
      const dump = await fresh.dump();
      await fresh.stop();
      return { head, dump };
    }

    it("an index that missed a release is built anew when the wallet is registered again", async () => {
      await register.call(wallet, "declineAgent", 1);
      const missing = await start();
      await missing.waitForHash((await readExpected()).head);
      const { db, close } = await inspect(database);
      await sql`update agents set wallet_released = 0`.execute(db);
      await close();
      await register.register(wallet, { agentWallet: wallet.address });
      const { head, dump } = await readExpected();
      await missing.waitForHash(head);
      assert.deepEqual(await missing.dump(), dump);
      assert.equal(await missing.metric("agent_registry_index_rebuilds_total"), 1);
    });
  });
}
