import { AgentAtResponse, AsOfQuery, toRecordHash } from "@agent-registry/protocol";
import { agentNotFound, parseAgentId } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { record } from "../shared/examples.ts";
import { toPastAgent } from "../shared/to-agent.ts";
import {
  describeMoment,
  judgePast,
  KEPT,
  parseMoment,
  stoodWell,
  toFoundIds,
  WHICH_MOMENT,
} from "./as-of.ts";

const { lastRevenueReport: _, ...recordThen } = record;

/** An agent's record as it was at a moment of the past. */
export const agentAt = defineQuestion({
  path: "/agent/:id/at",
  query: AsOfQuery,
  response: AgentAtResponse,
  parse: (c) => ({ agentId: parseAgentId(c), moment: parseMoment(c) }),
  lookUp: (lookUps, { agentId, moment }) => lookUps.asOf({ agentId }, moment),
  vouchedFor: toFoundIds,
  async answer(found, { agentId, moment }, { blocks }) {
    const { asOf, blockHash, now, maxAgeSeconds } = await describeMoment(found, moment, blocks);
    const { record } = found;
    if (record === undefined) throw agentNotFound(agentId);
    const body = {
      asOf,
      ...(blockHash === undefined ? {} : { blockHash }),
      agent: toPastAgent(record),
      recordHash: toRecordHash({
        ...record,
        agentId: BigInt(record.agentId),
        parentAgentId: BigInt(record.parentAgentId),
      }),
      isWalletReleased: record.isWalletReleased,
      ...judgePast(record, now),
    };
    return { body, maxAgeSeconds };
  },
  schemas: { AgentAt: AgentAtResponse },
  doc: {
    operationId: "getAgentAt",
    tag: "Agents",
    summary: "An agent's record as of a time or a block of the past",
    description:
      "All of the record but the time of the last revenue report, which the agent's history tells.",
    answer: KEPT,
    example: {
      ...stoodWell,
      blockHash: `0x${"b1".repeat(32)}`,
      agent: recordThen,
      recordHash: `0x${"2e".repeat(32)}`,
      isWalletReleased: false,
    },
    responses: {
      400: { description: `The ID is not a number; ${WHICH_MOMENT}` },
      404: { description: "No such agent then: `Agent not found: <id>`" },
    },
  },
});
