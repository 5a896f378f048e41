import type { RouteDoc } from "@agent-registry/service";

type Responses = RouteDoc["responses"];

const rateLimit: Responses = { 429: { description: "More requests in a minute than allowed" } };

/** For routes that answer from the process itself. */
export const processErrors: Responses = { ...rateLimit };

/** For routes that answer from the index. */
export const indexErrors: Responses = {
  ...rateLimit,
  500: {
    description:
      "`RPC failure: <reason>`: the chain cannot be reached, or the index is not up to date, and old data is not passed off as new. `Database failure: <reason>`: the index cannot be read",
  },
};

export const invalidParameter: Responses = {
  400: { description: "A parameter is invalid; the message names it" },
};

/** For routes about one agent. */
export const agentErrors: Responses = {
  400: { description: "The ID is not a number" },
  404: { description: "No such agent: `Agent not found: <id>`" },
  ...indexErrors,
};

/** For routes whose queries may take long. */
export const slowQuery: Responses = {
  503: {
    description:
      "Too many such queries at the moment, or this one took too long; `Retry-After` says when to try again",
  },
};

/** For routes about a wallet. */
export const notAnAddress: Responses = {
  400: { description: "Not an address: `Invalid wallet address: <value>`" },
};

/** For what a register without a key does not have. */
export const signsNothing: Responses = {
  404: { description: "`This register signs nothing`: it has no key" },
};
