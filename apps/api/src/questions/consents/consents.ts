import { ConsentsResponse } from "@agent-registry/protocol";
import { defineQuestion } from "../../http/question.ts";
import { HAFTUNGSPERSON, REGISTERED_AT, TRANSACTION } from "../shared/examples.ts";
import { readConsents } from "./read-consents.ts";

const word = {
  state: "agreed",
  since: REGISTERED_AT,
  transactionHash: TRANSACTION,
  changedSince: { constitution: false, capabilities: false },
} as const;

/** What each party that an agent's record names has said. Not cached, so that a new word shows at once. */
export const consents = defineQuestion({
  path: "/agent/:id/consents",
  response: ConsentsResponse,
  read: ({ db }, { agentId }) => readConsents(db, agentId),
  answer: (body) => ({ body }),
  schemas: { ConsentDetails: ConsentsResponse },
  doc: {
    operationId: "getConsents",
    tag: "Agents",
    summary: "What each party named in an agent's record has said about it",
    description:
      "The wallet, the Haftungsperson and the parent: agreed, refused (a wallet: released) or neither, since when, by which transaction, and whether the record has changed since. None of it changes compliance by itself.",
    example: {
      agentId: 1,
      recordHash: `0x${"2e".repeat(32)}`,
      wallet: word,
      haftungsperson: { ...word, address: HAFTUNGSPERSON },
      parent: null,
      proposedHaftungsperson: null,
      pendingWallet: null,
      attester: null,
    },
  },
});
