import type { Kysely } from "kysely";
import type { Address } from "viem";
import { isInFlight, type LedgerSchema } from "./schema.ts";

/** The key of a signer's hourly counter. */
export function toSignerKey(signer: Address): string {
  return `signer:${signer.toLowerCase()}`;
}

/**
 * A text that is another one as soon as any process has counted, accepted or finished a request of the signer:
 * what was read before of its nonce may be old then.
 */
export async function readSignerActivity({ db, signer }: { db: Kysely<LedgerSchema>; signer: Address }) {
  const counter = await db
    .selectFrom("relay_counter")
    .select(["started_at", "taken"])
    .where("key", "=", toSignerKey(signer))
    .executeTakeFirst();
  const inFlight = await db
    .selectFrom("relay_request")
    .select("digest")
    .where("signer", "=", signer)
    .where(isInFlight)
    .execute();
  return [counter?.started_at, counter?.taken, ...inFlight.map(({ digest }) => digest).sort()].join(" ");
}
