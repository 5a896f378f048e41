import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createDispatcher } from "../send/dispatcher.ts";
import { createRequestIds } from "../send/waiters.ts";
import { createScriptedChain } from "./scripted-chain.ts";
import { createSendFixture } from "./send-fixture.ts";

/** What a dispatcher needs: a ledger, a wallet and time, as all that sends does, and for each test a chain of its own. */
export async function createDispatcherFixture() {
  const fixture = await createSendFixture();
  const { time, wallet, ledger, logger, queue, createSigner, createMetrics } = fixture;
  const { requests, transactions } = ledger;
  const readIds = async () => (await transactions.findUnsettled(wallet)).map(({ id }) => id);

  function create(t: TestContext, { nonce = 0, budgetWei = 10n ** 20n } = {}) {
    const chain = createScriptedChain({ nonce });
    const metrics = createMetrics();
    const connection = { getChainId: async () => 31_337 };
    const signer = createSigner({ budgetWei });
    const shared = {
      clock: time.clock,
      wallet,
      requests,
      transactions,
      requestIds: createRequestIds(),
      logger,
    };
    const dispatcher = createDispatcher({ ...shared, chain, connection, signer, metrics });
    const events: string[] = [];
    dispatcher.events.on("sent", ({ id, result }) => events.push(`sent ${id} ${result.kind}`));
    dispatcher.events.on("changed", () => events.push("changed"));
    t.after(() => dispatcher.stop());
    return { chain, metrics, connection, dispatcher, events, signer };
  }

  /** As requests are after a transaction of theirs came to nothing. */
  async function queueUnchecked(count: number): Promise<StoredRequest[]> {
    const items = await queue(count);
    await ledger.db.updateTable("relay_request").set({ checked_at: 0 }).execute();
    return items;
  }

  /** Ends every transaction that is in flight. */
  async function endAll(): Promise<void> {
    for (const id of await readIds()) await transactions.void({ id, refusal: { status: 500, error: "" } });
  }

  async function find(item: StoredRequest | undefined): Promise<StoredRequest> {
    const stored = item && (await requests.find(item.digest));
    assert.ok(stored);
    return stored;
  }

  async function readState(id: string | undefined): Promise<string | undefined> {
    const row = await ledger.db
      .selectFrom("relay_transaction")
      .select("state")
      .where("id", "=", id ?? "")
      .executeTakeFirst();
    return row?.state;
  }

  return { ...fixture, create, queueUnchecked, readIds, endAll, find, readState };
}

export function toNonces(chain: ReturnType<typeof createScriptedChain>): number[] {
  return chain.sent.map(({ nonce }) => nonce);
}
