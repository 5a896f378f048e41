import { AsOfQuery, apiErrors, KyaAtResponse, toTimestamp } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { getAddress } from "viem";
import { NO_AGENT } from "../../chain/decode-event.ts";
import { parseWallet } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { type OpenAtBlock, readAtBlock } from "../../index/at-block.ts";
import { readCertificates, type StoredCertificate } from "../../index/read/read-certificates.ts";
import type { AsOf } from "../../index/records.ts";
import { certificate, kyaAgent, NOTARY, WALLET } from "../shared/examples.ts";
import { toKyaAgent } from "../shared/to-agent.ts";
import {
  describeMoment,
  judgePast,
  KEPT,
  parseMoment,
  stoodWell,
  toFoundIds,
  WHICH_MOMENT,
} from "./as-of.ts";

const NOBODY = {
  isRegistered: false,
  isCompliant: false,
  reason: "not-registered",
  agent: null,
  consents: null,
  refusals: null,
  certificates: null,
} as const;

/** What `/kya` would have answered at a moment of the past. */
export const kyaAt = defineQuestion({
  path: "/kya/:wallet/at",
  query: AsOfQuery,
  response: KyaAtResponse,
  parse: (c) => ({ wallet: parseWallet(c), moment: parseMoment(c) }),
  async lookUp(lookUps, { wallet, moment }, open) {
    const { block, found } = await lookUps.asOf({ wallet }, moment);
    return { block, found: { ...found, certificates: await readPastCertificates(open, found) } };
  },
  vouchedFor: (found) => [...toFoundIds(found), ...(found.record === undefined ? [] : [NO_AGENT])],
  async answer(found, { wallet, moment }, { blocks }) {
    const { asOf, now, maxAgeSeconds } = await describeMoment(found, moment, blocks);
    const { record, certificates } = found;
    const body: KyaAtResponse =
      // A wallet that was released from its record had no entry.
      record === undefined || record.isWalletReleased
        ? { wallet: record?.agentWallet ?? getAddress(wallet), asOf, ...NOBODY }
        : {
            wallet: record.agentWallet,
            asOf,
            isRegistered: true,
            agent: toKyaAgent(record),
            ...judgePast(record, now),
            certificates: certificates.map(({ notary, kind, level, until, isAccepted, isAccredited }) => ({
              ...{ notary, kind, level, until: toTimestamp(until) },
              ...{ isAccepted, isAccredited },
            })),
          };
    return { body, maxAgeSeconds };
  },
  schemas: { AsOf: KyaAtResponse.shape.asOf, KyaAt: KyaAtResponse },
  doc: {
    operationId: "getKyaAt",
    tag: "Know Your Agent",
    summary: "Know Your Agent as of a time or a block of the past",
    description:
      "Which agent the wallet was bound to then, even if another wallet has taken its place since; its status, attestation, Haftungsperson, what notaries had certified about that person and who had agreed, and the verdict with that moment for now. From the index: what you decide upon today, keep with its proof or receipt.",
    answer: `Also for a wallet without an agent. ${KEPT}`,
    example: {
      ...stoodWell,
      wallet: WALLET,
      isRegistered: true,
      agent: kyaAgent,
      certificates: [
        {
          notary: NOTARY,
          kind: "natural",
          level: "substantial",
          until: certificate.until,
          isAccepted: true,
          isAccredited: true,
        },
      ],
    },
    responses: {
      400: { description: `Not an address: \`Invalid wallet address: <value>\`; ${WHICH_MOMENT}` },
    },
  },
});

/** What had been certified by then about the Haftungsperson of then. The filings up to then are still the same. */
async function readPastCertificates(
  open: OpenAtBlock,
  { record, lastSequence, lastFiling }: AsOf,
): Promise<StoredCertificate[]> {
  if (record === undefined) return [];
  const person = record.haftungsperson.toLowerCase();
  return readAtBlock(open, "look-up", async (at) => {
    const filings = at.db.selectFrom("filings").select("block_hash").where("sequence", "=", lastSequence);
    if ((await filings.executeTakeFirst())?.block_hash !== lastFiling?.blockHash)
      throw new HttpError(500, apiErrors.rpcFailure("the index has just changed; ask again"));
    return (await readCertificates(at, [person], lastSequence)).get(person) ?? [];
  });
}
