import { AsOfQuery, KyaAtResponse, WalletParam } from "@agent-registry/protocol";
import { getAddress } from "viem";
import { parseWallet } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { indexErrors } from "../shared/errors.ts";
import { kyaAgent, WALLET } from "../shared/examples.ts";
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
} as const;

/** What `/kya` would have answered at a moment of the past. */
export const kyaAt = defineQuestion({
  path: "/kya/:wallet/at",
  parse: (c) => ({ wallet: parseWallet(c), moment: parseMoment(c) }),
  concerns: ({ wallet }) => ({ wallet }),
  lookUp: (lookUps, { wallet, moment }) => lookUps.asOf({ wallet }, moment),
  vouchedFor: toFoundIds,
  async answer(found, { wallet, moment }, { blocks }) {
    const { asOf, now, maxAgeSeconds } = await describeMoment(found, moment, blocks);
    const { record } = found;
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
          };
    return { body, maxAgeSeconds };
  },
  schemas: { AsOf: KyaAtResponse.shape.asOf, KyaAt: KyaAtResponse },
  doc: {
    operationId: "getKyaAt",
    tag: "Know Your Agent",
    hasEtag: true,
    summary: "Know Your Agent as of a time or a block of the past",
    description:
      "Which agent the wallet was bound to then, even if another wallet has taken its place since; its status, attestation, Haftungsperson and who had agreed, and the verdict with that moment for now. From the index: what you decide upon today, keep with its proof or receipt.",
    params: WalletParam,
    query: AsOfQuery,
    responses: {
      200: {
        description: `Also for a wallet without an agent. ${KEPT}`,
        schema: KyaAtResponse,
        example: {
          ...stoodWell,
          wallet: WALLET,
          isRegistered: true,
          agent: kyaAgent,
        } satisfies KyaAtResponse,
      },
      400: { description: `Not an address: \`Invalid wallet address: <value>\`; ${WHICH_MOMENT}` },
      ...indexErrors,
    },
  },
});
