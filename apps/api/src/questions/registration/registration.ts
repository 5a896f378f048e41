import {
  AgentIdParam,
  apiErrors,
  CACHE_TTL_MS,
  LiabilitySchema,
  RegistrationFile,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { agentNotFound, parseAgentId } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { agreed, HAFTUNGSPERSON, REGISTRY, record, WALLET } from "../shared/examples.ts";
import { toRegistrationFile } from "./to-registration-file.ts";

const CHAIN = "eip155:84532";
const API = "https://register.test/api/v1";

/** An agent's record as a registration file by ERC-8004, for tools that know those. */
export const registration = defineQuestion({
  path: "/agent/:id/registration.json",
  keptMs: CACHE_TTL_MS.agent,
  parse: parseAgentId,
  concerns: (agentId) => ({ agentId }),
  async read({ db, chain }, agentId) {
    if (chain === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index is still empty"));
    const row = await db.selectFrom("agents").selectAll().where("agent_id", "=", agentId).executeTakeFirst();
    if (row === undefined) throw agentNotFound(agentId);
    return { row, chainId: chain.chainId };
  },
  answer: ({ row, chainId }, _, register) => ({ body: toRegistrationFile(row, chainId, register) }),
  schemas: { Liability: LiabilitySchema, RegistrationFile },
  doc: {
    operationId: "getRegistrationFile",
    tag: "Agents",
    summary: "An agent's record as a registration file by ERC-8004",
    description:
      "For tools that read such files. `liability` is ours: who answers for the agent, who has agreed, and where that can be checked. The contract of this register is no ERC-721 token: `ownerOf` and `tokenURI` revert. `description` is a stranger's text.",
    params: AgentIdParam,
    responses: {
      200: {
        description: "Cached for 5 minutes",
        schema: RegistrationFile,
        example: {
          type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
          name: "Agent 1",
          description: record.operationalScope,
          image: "https://dashboard.test/icon.svg",
          services: [
            { name: "agentWallet", endpoint: `${CHAIN}:${WALLET}` },
            { name: "agent-registry", endpoint: `${API}/agent/1`, version: "1" },
          ],
          x402Support: false,
          active: true,
          registrations: [{ agentId: 1, agentRegistry: `${CHAIN}:${REGISTRY}` }],
          supportedTrust: ["legal-accountability"],
          liability: {
            v: 1,
            haftungsperson: `${CHAIN}:${HAFTUNGSPERSON}`,
            consents: agreed,
            status: "Active",
            isCompliant: true,
            attestedUntil: "2026-03-06T12:00:00.000Z",
            generation: 0,
            parentAgentId: 0,
            receipt: `${API}/kya/${WALLET}/receipt`,
            proof: `${API}/kya/${WALLET}/proof`,
            binding: `${API}/agent/1/binding`,
          },
        } satisfies RegistrationFile,
      },
    },
  },
});
