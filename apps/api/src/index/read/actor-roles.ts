import { type ActorRole, type StatusCause, toAgentStatus } from "@agent-registry/protocol";
import type { Kysely } from "kysely";
import { type FilingKind, type parseFiling, toKindNumber } from "../filing-data.ts";
import { HAFTUNGSPERSON, PARENT, toRefused, WALLET } from "../parties.ts";
import type { FilingRow, IndexSchema } from "../schema.ts";

type Filed = ReturnType<typeof parseFiling>;

/** Whom the record named when something was filed, in lower case, and whether a refusal suspended the agent then. */
export type RecordThen = {
  wallet?: string | undefined;
  haftungsperson?: string | undefined;
  attester?: string | undefined;
  isRefusal?: boolean;
};

/** Of these kinds a filing alone does not say who its actor was. */
const UNCLEAR_KINDS = new Set(
  (
    [
      "attested",
      "revenue-reported",
      "capabilities-updated",
      "constitution-updated",
      "status-changed",
      "haftungsperson-proposed",
      "attester-changed",
    ] satisfies FilingKind[]
  ).map(toKindNumber),
);

/** The records of then, for a page of filings in one statement, by the filings' numbers. */
export async function readRecordsThen(
  db: Kysely<IndexSchema>,
  rows: readonly FilingRow[],
): Promise<Map<number, RecordThen>> {
  const unclear = rows.filter(({ kind }) => UNCLEAR_KINDS.has(kind));
  if (unclear.length === 0) return new Map();
  const query = toRecordsThenQuery(
    db,
    unclear.map(({ sequence }) => sequence),
  );
  return new Map((await query.execute()).map((row) => [row.sequence, toRecordThen(row)]));
}

/** Each of what it reads about a filing is one step into an index, however many filings the agent has. */
export function toRecordsThenQuery(db: Kysely<IndexSchema>, sequences: readonly number[]) {
  return db
    .selectFrom("filings as filed")
    .where("filed.sequence", "in", sequences)
    .select(({ selectFrom, ref }) => {
      const earlier = selectFrom("filings").select("data").whereRef("agent_id", "=", "filed.agent_id");
      const last = (kind: FilingKind) =>
        earlier
          // As in the index, by which SQLite knows that it can use it.
          .where("kind", "<>", toKindNumber("revenue-reported"))
          .where("kind", "=", toKindNumber(kind))
          .whereRef("sequence", "<", "filed.sequence")
          .orderBy("sequence", "desc")
          .limit(1);
      return [
        "filed.sequence",
        earlier.where("position", "=", 0).as("registered"),
        last("haftungsperson-changed").as("handover"),
        last("wallet-changed").as("replacement"),
        last("attester-changed").as("attester"),
        earlier.where("position", "=", ({ eb }) => eb(ref("filed.position"), "-", 1)).as("previous"),
      ];
    });
}

type Row = Record<"registered" | "handover" | "replacement" | "attester" | "previous", string | null>;

function toRecordThen({ registered, handover, replacement, attester, previous }: Row): RecordThen {
  const parse = (data: string | null) => (data === null ? {} : JSON.parse(data));
  const first = parse(registered);
  return {
    wallet: parse(replacement).newWallet ?? first.agentWallet,
    haftungsperson: parse(handover).newHaftungsperson ?? first.haftungsperson,
    attester: parse(attester).newAttester,
    // The contract files a suspension by refusal right after the refusal, the only kind with this field.
    isRefusal: parse(previous).suspends === true,
  };
}

type Act = { actorRole: ActorRole; cause?: StatusCause };

/** As what the actor filed it, and why a status changed; `actor` in lower case. */
export function toAct({ kind, data }: Filed, actor: string, record: RecordThen): Act {
  switch (kind) {
    case "registered":
      return { actorRole: "creator" };
    case "attested":
      // An attester may attest beside the parties, and a creator whose wallet was retired may be one.
      return { actorRole: toParty(actor, record, actor === record.attester ? "attester" : "creator") };
    case "revenue-reported":
    case "capabilities-updated":
    case "constitution-updated":
    case "haftungsperson-proposed":
    case "attester-changed":
      return { actorRole: toParty(actor, record) };
    case "status-changed":
      return toStatusAct(data, actor, record);
    case "consent-given":
      return { actorRole: toSpeaker(data.given) };
    case "consent-refused":
      return { actorRole: toSpeaker(toRefused(data)) };
    case "wallet-released":
      return { actorRole: actor === data.agentWallet ? "wallet" : "regulator" };
    case "haftungsperson-changed":
    case "wallet-proposed":
      return { actorRole: "haftungsperson" };
    case "wallet-changed":
      return { actorRole: "wallet" };
    case "person-certified":
      return { actorRole: "notary" };
    case "certificate-accepted":
      return { actorRole: "person" };
    case "certificate-ended":
      if (actor === data.person) return { actorRole: "person" };
      return { actorRole: actor === data.notary ? "notary" : "regulator" };
    case "notary-added":
    case "notary-removed":
      return { actorRole: "owner" };
  }
}

/** The contract takes it from these alone: an actor that is neither wallet nor Haftungsperson is the creator. */
function toParty(
  actor: string,
  { wallet, haftungsperson }: RecordThen,
  other: ActorRole = "creator",
): ActorRole {
  if (actor === wallet) return "wallet";
  return actor === haftungsperson ? "haftungsperson" : other;
}

function toSpeaker(parties: number): ActorRole {
  if ((parties & WALLET) !== 0) return "wallet";
  return (parties & HAFTUNGSPERSON) !== 0 || (parties & PARENT) === 0 ? "haftungsperson" : "parent";
}

type StatusData = Extract<Filed, { kind: "status-changed" }>["data"];

/** A regulator's reason is any text, the contract's own one, too: it says nothing about who suspended the agent. */
function toStatusAct({ newStatus, reason }: StatusData, actor: string, record: RecordThen): Act {
  switch (toAgentStatus(newStatus)) {
    case "Active":
      return { actorRole: "regulator", cause: "reactivated" };
    case "Revoked":
      return { actorRole: "regulator", cause: "revoked" };
    case "Suspended":
      return record.isRefusal
        ? { actorRole: "haftungsperson", cause: "haftungsperson-declined" }
        : { actorRole: "regulator", cause: "suspended" };
    case "Terminated":
      // Here the reason is the contract's: a wallet that left has one, an agent that ends itself has none.
      if (reason === "") return { actorRole: toParty(actor, record), cause: "terminated" };
      return actor === record.wallet
        ? { actorRole: "wallet", cause: "wallet-declined" }
        : { actorRole: "regulator", cause: "wallet-released" };
  }
}
