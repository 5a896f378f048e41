import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import type { RelayResponse } from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import { sql } from "kysely";
import { type Address, type Hex, pad, toHex } from "viem";
import { createLedger } from "../ledger/create-ledger.ts";
import { createRequestStore } from "../ledger/request-store.ts";
import type { MinedBlock } from "../ledger/transaction-store.ts";

const GWEI = 10n ** 9n;
const TABLES = [
  "relay_request",
  "relay_transaction",
  "relay_attempt",
  "relay_spending",
  "relay_counter",
] as const;

export const wallet: Address = `0x${"aa".repeat(20)}`;
export const otherWallet: Address = `0x${"bb".repeat(20)}`;
export const BLOCK: MinedBlock = { number: 12, hash: "0x12" };

const toHash = (value: number) => pad(toHex(value), { size: 32 });
export const toSigner = (signer: number): Address => `0x${signer.toString(16).padStart(40, "0")}`;
export const toAttempt = (salt: number) => {
  const hash = toHash(salt);
  return { hash, raw: hash, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
};

type QueueOptions = { gwei?: number; at?: number; owner?: Address; salt?: number };
type SendOptions = { digests: Hex[]; nonce?: number; gwei?: bigint; owner?: Address; salt?: number };
type SettleOptions = { id: Hex; digests: Hex[]; failed?: Hex[]; cost?: bigint; block?: MinedBlock };

/** A SQLite ledger for the tests of a file, with a clock that is turned by `time.now`. It is gone after them. */
export async function createTestLedger() {
  const time = { now: 1_000 * 24 * 60 * 60_000 };
  const clock = { now: () => time.now };
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-ledger-"));
  const logger = createLogger({ name: "relayer", level: "silent" });
  const ledger = await createLedger({ databaseUrl: undefined, dataDir, clock, logger });
  const { db, transactions } = ledger;
  // No power cut comes between two lines of a test.
  await sql`PRAGMA synchronous = OFF`.execute(db);
  after(async () => {
    await ledger.stop();
    await rm(dataDir, { recursive: true });
  });

  return {
    ...ledger,
    clock,
    time,

    async empty(): Promise<void> {
      for (const table of TABLES) await db.deleteFrom(table).execute();
    },

    /** Accepts a request of a signer of its own, with its nonce 0. */
    async queue(signer: number, options: QueueOptions = {}): Promise<Hex> {
      const { gwei = 1, at = time.now, owner = wallet, salt = 0 } = options;
      const digest = toHash(1_000 + signer * 10 + salt);
      const from = toSigner(signer);
      const request = { from, to: from, value: 0n, gas: 1n, nonce: 0n, deadline: 0, data: "0x" } as const;
      const row = { wallet: owner, digest, request, signature: "0x" as const, reservedGwei: gwei };
      await createRequestStore({ db, clock: { now: () => at } }).insert([row]);
      return digest;
    },

    /** Signs a transaction that carries these requests. */
    async send({ digests, nonce = 0, gwei = 10n, owner = wallet, salt = 1 }: SendOptions): Promise<Hex> {
      const attempt = toAttempt(nonce * 1_000 + salt + (owner === wallet ? 0 : 500));
      await transactions.insert({ wallet: owner, nonce, digests, worstCaseWei: gwei * GWEI, attempt });
      return attempt.hash;
    },

    /** Mined, with success for these requests. */
    async settle({ id, digests, failed = [], cost = GWEI, block = BLOCK }: SettleOptions): Promise<boolean> {
      const outcomes = [
        ...digests.map((digest) => ({ digest, result: toResult(id) })),
        ...failed.map((digest) => ({ digest, result: null })),
      ];
      return await transactions.settle({ id, hash: id, block, costWei: cost, outcomes });
    },
  };
}

export function toResult(transactionHash: Hex): RelayResponse {
  return { success: true, transactionHash, blockNumber: BLOCK.number, gasUsed: "1", gasPaidByRelayer: "0" };
}
