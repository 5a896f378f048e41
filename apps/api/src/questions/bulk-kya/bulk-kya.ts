import {
  apiErrors,
  BulkKyaRequest,
  BulkKyaResponse,
  type Certificate,
  decide,
  isCompliant,
  KYA_MAX_SILENCE_MS,
  KyaDecisionSchema,
  MAX_BULK_BODY_BYTES,
  NOT_A_WALLET,
  type Policy,
  PolicySchema,
  type RetiredWallet,
} from "@agent-registry/protocol";
import { type Clock, HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { CompiledQuery } from "kysely";
import { type Address, getAddress, isAddress } from "viem";
import { NO_AGENT } from "../../chain/decode-event.ts";
import type { Freshness } from "../../http/freshness.ts";
import { parseJsonBody, requireJson } from "../../http/parse-request.ts";
import type { DocumentPart } from "../../http/question.ts";
import { replyJson } from "../../http/reply.ts";
import { type AskedIndex, type IndexAtBlock, readAtBlock } from "../../index/at-block.ts";
import { readCertificates } from "../../index/read/read-certificates.ts";
import { readRetiredWallets } from "../../index/read/retired-wallets.ts";
import { type StandingRow, toStandingsQuery, toWalletStandings } from "../../index/read/wallet-standings.ts";
import type { IndexedBlock, WalletStanding } from "../../index/records.ts";
import { indexErrors } from "../shared/errors.ts";
import { BLOCK, CHILD_WALLET, CREATOR, NOW, WALLET } from "../shared/examples.ts";

type Deps = { index: AskedIndex; freshness: Freshness; clock: Clock };
type Asked = { wallets: string[]; policy: Policy };
type Standings = Map<string, WalletStanding & { certificates?: readonly Certificate[] }>;

/** Many wallets at once, by the caller's policy. Computed for every request and cached nowhere. */
export function bulkKyaRoute({ index: { open, lookUps, vouching }, freshness, clock }: Deps) {
  /**
   * Which of the wallets without an entry were replaced, and in whose record. Perhaps read at a later block than the rest:
   * a wallet that was replaced stays so, and it is not admissible in either case.
   */
  async function findRetired(wallets: readonly Address[]): Promise<Map<string, RetiredWallet>> {
    if (wallets.length === 0) return new Map();
    const found = await readAtBlock(open, "look-up", ({ db, engine }) =>
      readRetiredWallets(db, engine, wallets),
    );
    const retired = [...found].map(([wallet, { agentId }]) => [wallet, { retiredFrom: agentId }] as const);
    vouching.forAgents(retired.map(([, { retiredFrom }]) => retiredFrom));
    return new Map(retired);
  }

  /** All of it of one block, which takes a transaction if certificates are asked for. */
  async function findStandings(
    wallets: readonly Address[],
    policy: Policy,
  ): Promise<{ block: IndexedBlock; found: Standings }> {
    const options = { withAncestors: policy.lineage === "ancestors" };
    if (policy.certified === undefined) return lookUps.walletStandings(wallets, options);
    const read = (at: IndexAtBlock) => readCertifiedStandings(at, wallets, options);
    return readAtBlock(open, "look-up", read);
  }

  async function answer({ wallets, policy }: Asked): Promise<BulkKyaResponse> {
    const keys = wallets.map((wallet) => wallet.toLowerCase() as Address);
    const different = [...new Set(keys)];
    for (const wallet of different) vouching.forWallet(wallet, `the agent of wallet ${wallet}`);
    const { block, found } = await findStandings(different, policy);
    vouching.forAgents(listAgents(found.values()));
    const retired = await findRetired(different.filter((wallet) => !found.has(wallet)));
    const now = freshness.now();
    const data = keys.map((key, place) => {
      const standing = found.get(key) ?? null;
      const retirement = retired.get(key);
      return {
        wallet: toWallet({ given: wallets[place] ?? "", place, standing }),
        isRegistered: standing !== null,
        isCompliant: standing !== null && isCompliant(standing, now),
        agentId: standing === null ? null : standing.agentId,
        ...retirement,
        ...decide(standing ?? retirement ?? null, policy, now),
      };
    });
    return { checkedAt: new Date(clock.now()).toISOString(), block, data };
  }

  return new Hono().post(
    "/kya",
    requireJson,
    bodyLimit({
      maxSize: MAX_BULK_BODY_BYTES,
      onError: () => {
        throw new HttpError(413, apiErrors.bodyTooLarge(MAX_BULK_BODY_BYTES));
      },
    }),
    async (c) => {
      const { wallets, policy = {} } = parseJsonBody(await c.req.text(), BulkKyaRequest);
      // In an outage no record states the right spelling, and what is mistyped is refused all the same.
      if (freshness.findProblem(KYA_MAX_SILENCE_MS) !== null) {
        for (const [place, wallet] of wallets.entries()) if (!isAddress(wallet)) throw notAWallet(place);
      }
      freshness.assertFresh(KYA_MAX_SILENCE_MS);
      return replyJson(c, 200, await answer({ wallets, policy }));
    },
  );
}

/** With what is certified about the Haftungspersonen: one further look-up for all of them. */
async function readCertifiedStandings(
  at: IndexAtBlock,
  wallets: readonly Address[],
  options: { withAncestors: boolean },
): Promise<{ block: IndexedBlock; found: Standings }> {
  const asked = at.engine === "sqlite" ? JSON.stringify(wallets) : wallets;
  const query = CompiledQuery.raw(toStandingsQuery(at.engine, options), [asked]);
  const { rows } = await at.db.executeQuery<StandingRow>(query);
  const standings = toWalletStandings(rows, { wallets, ...options })?.byWallet ?? new Map();
  const persons = [...standings.values()].map(({ haftungsperson }) => haftungsperson.toLowerCase());
  const byPerson = await readCertificates(at, persons, at.lastSequence);
  at.vouchFor([NO_AGENT]);
  const found: Standings = new Map();
  for (const [wallet, standing] of standings) {
    const certificates = byPerson.get(standing.haftungsperson.toLowerCase()) ?? [];
    found.set(wallet, { ...standing, certificates });
  }
  return { block: { number: at.block.number, hash: at.block.hash }, found };
}

/** With the ancestors that were asked for. */
function* listAgents(standings: Iterable<WalletStanding>): Generator<number> {
  for (const { agentId, ancestors = [] } of standings) {
    yield agentId;
    for (const ancestor of ancestors) yield ancestor.agentId;
  }
}

/**
 * The checksummed form. Capitals claim a checksum, and a mistyped one is refused. A record states the right spelling,
 * so that only wallets without one have to be hashed: a thousand hashes take longer than the rest of the answer.
 */
function toWallet(input: { given: string; place: number; standing: WalletStanding | null }): Address {
  const { given, place, standing } = input;
  const checksummed = standing?.agentWallet ?? getAddress(given.toLowerCase());
  if (given !== checksummed && given !== given.toLowerCase()) throw notAWallet(place);
  return checksummed;
}

function notAWallet(place: number): HttpError {
  return new HttpError(400, `Invalid wallets[${place}]: ${NOT_A_WALLET}`);
}

export const bulkKyaDocument: DocumentPart = {
  schemas: {
    KyaPolicy: PolicySchema,
    KyaDecision: KyaDecisionSchema,
    KyaDecisionsRequest: BulkKyaRequest,
    KyaDecisions: BulkKyaResponse,
  },
  routes: [
    {
      method: "post",
      path: "/api/v1/kya",
      operationId: "checkWallets",
      tag: "Know Your Agent",
      summary: "Know Your Agent for up to 1,000 wallets at once, by your own policy",
      description:
        "Reads alone, and counts as one request. A wallet is admissible if its agent is compliant and nothing in the policy speaks against it; without a policy, wallet and Haftungsperson must have agreed to the record, and must not be one key. `certified` asks for a certificate about the Haftungsperson, of any accredited notary unless it names some. All of the answer stands at one block. `retiredFrom` is there only for a wallet that another one has replaced, and may be looked up a block later.",
      body: BulkKyaRequest,
      responses: {
        200: {
          description: "In the order of the wallets. Never cached",
          schema: BulkKyaResponse,
          example: {
            checkedAt: NOW,
            block: BLOCK,
            data: [
              {
                wallet: WALLET,
                isRegistered: true,
                isCompliant: true,
                agentId: 1,
                admissible: true,
                objections: [],
              },
              {
                wallet: CREATOR,
                isRegistered: false,
                isCompliant: false,
                agentId: null,
                admissible: false,
                objections: ["not-registered"],
              },
              {
                wallet: CHILD_WALLET,
                isRegistered: false,
                isCompliant: false,
                agentId: null,
                retiredFrom: 1,
                admissible: false,
                objections: ["not-registered", "wallet-retired"],
              },
            ],
          } satisfies BulkKyaResponse,
        },
        400: {
          description:
            "The message names the place: `Invalid wallets[3]: <what it must be>`, `Invalid policy.lineage: <what it must be>`; or the body is not JSON",
        },
        413: { description: "The body is larger than 64 kB" },
        415: { description: "The body is not `application/json`" },
        ...indexErrors,
      },
    },
  ],
};
