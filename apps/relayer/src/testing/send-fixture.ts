import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { createLogger } from "@agent-registry/service";
import { sql } from "kysely";
import { type Counter, Registry } from "prom-client";
import { type Address, type Hex, pad, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createLedger } from "../ledger/create-ledger.ts";
import type { StoredRequest } from "../ledger/request-store.ts";
import { createRelayMetrics } from "../relay-metrics.ts";
import { createTransactionSigner } from "../send/transaction-signer.ts";
import { FORWARDER, GWEI } from "./scripted-chain.ts";
import { createScriptedTime } from "./scripted-time.ts";

/** With this gas, a request shares its transaction with no other. */
export const GAS_OF_ITS_OWN = 11_900_000n;
const FEE_CAP_WEI = 1_000n * GWEI;

type QueueOptions = { gas?: bigint; owner?: Address };

/** What sends transactions needs besides a chain: a real ledger, a wallet that signs, and time that stands still. */
export async function createSendFixture() {
  const time = createScriptedTime();
  const { clock } = time;
  const logged: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const logger = createLogger({ name: "relayer", destination });
  const account = privateKeyToAccount(pad("0x01", { size: 32 }));
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-send-"));
  const ledger = await createLedger({ databaseUrl: undefined, dataDir, clock, logger });
  const { db } = ledger;
  // What a test writes need not outlive a power cut.
  await sql`pragma synchronous = off`.execute(db);
  after(async () => {
    await ledger.stop();
    await rm(dataDir, { recursive: true });
  });
  let signers = 0;

  return {
    time,
    logger,
    /** The entries with this message that were logged, which operators look for. */
    findLogged: (message: string) => logged.filter(({ msg }) => msg === message),
    account,
    wallet: account.address,
    ledger,

    async clear(): Promise<void> {
      time.forgetTimers();
      logged.length = 0;
      for (const table of [
        "relay_request",
        "relay_transaction",
        "relay_attempt",
        "relay_spending",
      ] as const) {
        await db.deleteFrom(table).execute();
      }
    },

    /** Requests of as many signers, accepted and simulated one after the other. */
    async queue(count = 1, { gas = 100_000n, owner = account.address }: QueueOptions = {}) {
      const digests: Hex[] = [];
      for (let i = 0; i < count; i += 1) {
        signers += 1;
        const digest = pad(toHex(signers), { size: 32 });
        const from: Address = `0x${signers.toString(16).padStart(40, "0")}`;
        const request = { from, to: FORWARDER, value: 0n, gas, nonce: 0n, deadline: 0, data: "0x" } as const;
        const row = { wallet: owner, digest, request, signature: "0x" as const, reservedGwei: 1 };
        await ledger.requests.insert([row]);
        digests.push(digest);
      }
      const stored = await ledger.requests.findAll(digests);
      return digests.flatMap((digest) => stored.find((item) => item.digest === digest) ?? []);
    },

    /** What became of these requests, in their order. */
    async readStates(items: readonly StoredRequest[]): Promise<string[]> {
      const stored = await ledger.requests.findAll(items.map(({ digest }) => digest));
      const states = new Map(stored.map(({ digest, state }) => [digest, state]));
      return items.map(({ digest }) => states.get(digest) ?? "gone");
    },

    createSigner: ({ budgetWei = 10n ** 20n, feeCapWei = FEE_CAP_WEI } = {}) =>
      createTransactionSigner({ db, clock, account, forwarderAddress: FORWARDER, feeCapWei, budgetWei }),

    createMetrics() {
      const zero = async () => 0;
      const gauges = {
        agent_registry_relay_in_flight: zero,
        agent_registry_relay_oldest_in_flight_seconds: zero,
        agent_registry_relay_gas_price_gwei: zero,
        agent_registry_relay_daily_budget_eth: zero,
        agent_registry_relay_wallet_balance_eth: zero,
        agent_registry_relay_budget_left_eth: zero,
        agent_registry_relay_budget_left_for_others_eth: zero,
        agent_registry_relay_attestation_reserve_eth: zero,
      };
      return createRelayMetrics({ registry: new Registry(), gauges });
    },
  };
}

export async function readCount(counter: Counter): Promise<number> {
  return (await counter.get()).values[0]?.value ?? 0;
}
