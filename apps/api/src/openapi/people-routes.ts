import { AddressParam, CreatorResponse, HaftungspersonResponse, PersonQuery } from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { indexErrors, slowQuery } from "./errors.ts";
import * as examples from "./examples.ts";

const shared = {
  method: "get",
  tag: "People",
  hasEtag: true,
  params: AddressParam,
  query: PersonQuery,
} as const;
const errors = {
  400: {
    description:
      "Not an address: `Invalid address: <value>`; or a parameter is invalid, which the message names",
  },
  ...indexErrors,
  ...slowQuery,
};
const FOR_ANYBODY =
  "Also for an address that no record names in this role, without agents. Cached for 10 seconds";

export const peopleRoutes: RouteDoc[] = [
  {
    ...shared,
    path: "/api/v1/haftungsperson/{address}",
    operationId: "getHaftungsperson",
    summary: "The agents that a person answers for, and how they stand",
    description:
      "The list is of those whose record names the person now, and pages as `/agents` does. `summary` is about all of them, whatever the page and its filter. Agents that another person has taken over are counted in `formerAgents` alone.",
    responses: {
      200: { description: FOR_ANYBODY, schema: HaftungspersonResponse, example: examples.haftungsperson },
      ...errors,
    },
  },
  {
    ...shared,
    path: "/api/v1/creator/{address}",
    operationId: "getCreator",
    summary: "The agents that somebody has registered, and how they stand",
    description:
      "As `/haftungsperson/{address}`, without consents and handovers: who registers an agent is not asked, and stays its creator.",
    responses: {
      200: { description: FOR_ANYBODY, schema: CreatorResponse, example: examples.creator },
      ...errors,
    },
  },
];
