import { AddressParam, AgentIdParam, WalletParam } from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { findParams, type Question } from "../../http/question.ts";

type Responses = RouteDoc["responses"];

/** For routes that answer from the process itself. */
export const processErrors: Responses = { 429: { description: "More requests in a minute than allowed" } };

/** For routes that answer from the index. */
export const indexErrors: Responses = {
  ...processErrors,
  500: {
    description:
      "`RPC failure: <reason>`: the chain cannot be reached, or the index is not up to date, and old data is not passed off as new. `Database failure: <reason>`: the index cannot be read",
  },
};

export const invalidParameter: Responses = {
  400: { description: "A parameter is invalid; the message names it" },
};

/** For what a register without a key does not have. */
export const signsNothing: Responses = {
  404: { description: "`This register signs nothing`: it has no key" },
};

/** For questions whose queries may take long. */
const slowQuery: Responses = {
  503: {
    description:
      "Too many such queries at the moment, or this one took too long; `Retry-After` says when to try again",
  },
};

/** The errors of a question, as they follow from what it is about and how it is read. */
export function toErrors(question: Question): Responses {
  const { query, pace, isSigned } = question;
  const params = findParams(question);
  return {
    ...indexErrors,
    ...(pace !== undefined && slowQuery),
    ...(isSigned === true && signsNothing),
    ...(params === AgentIdParam && {
      400: { description: "The ID is not a number" },
      404: { description: "No such agent: `Agent not found: <id>`" },
    }),
    ...(query !== undefined && invalidParameter),
    ...(params === WalletParam && toNotAnAddress("Invalid wallet address", query)),
    ...(params === AddressParam && toNotAnAddress("Invalid address", query)),
  };
}

function toNotAnAddress(message: string, query: RouteDoc["query"]): Responses {
  const orParameter = query === undefined ? "" : "; or a parameter is invalid, which the message names";
  return { 400: { description: `Not an address: \`${message}: <value>\`${orParameter}` } };
}
