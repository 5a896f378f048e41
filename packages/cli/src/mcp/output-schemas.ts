import {
  AddressSchema,
  AgentResponse,
  AgentWalletsResponse,
  COMPLIANCE_OBJECTIONS,
  Consents,
  CountSchema,
  HaftungspersonResponse,
  HashSchema,
  KyaAgentSchema,
  OBJECTIONS,
  Refusals,
  StatusSchema,
  TimestampSchema,
} from "@agent-registry/protocol";
import { fromJsonSchema, type JsonSchemaType } from "@modelcontextprotocol/server";
import { z } from "zod";

/** What a tool promises to answer, in the form that the server offers it. */
export function toOutput(schema: z.core.$ZodType) {
  // If a schema brands its output, its input is what stands in the answer.
  const json: object = z.toJSONSchema(schema, { io: "input" });
  return fromJsonSchema(json as JsonSchemaType);
}

const finding = {
  wallet: AddressSchema,
  verdict: z.enum(["compliant", "non-compliant", "not-registered"]),
  reason: z.enum(["active-and-attested", ...COMPLIANCE_OBJECTIONS]),
  admissible: z.boolean().describe("Whether nothing speaks against the agent"),
  objections: z.array(z.enum(OBJECTIONS)).describe("All that speaks against it"),
  agent: z.nullable(KyaAgentSchema).describe("Null if the wallet is not registered"),
  consents: z.nullable(Consents).describe("Who agreed to the record; a root's parent counts as agreed"),
  refusals: z.nullable(Refusals),
  retiredFrom: z
    .optional(CountSchema)
    .describe("Only of a wallet that was replaced: the agent whose wallet it was"),
};

export const verdictOutput = z.object({
  ...finding,
  checkedAt: TimestampSchema,
  source: z.enum(["chain", "api"]),
});

export const pastVerdictOutput = z.object({
  ...finding,
  asOf: z.object({ timestamp: TimestampSchema, block: z.nullable(CountSchema) }),
});

export const provenVerdictOutput = z.object({
  ...finding,
  agent: z.nullable(
    z.object({
      agentId: CountSchema,
      agentWallet: AddressSchema,
      haftungsperson: AddressSchema,
      parentAgentId: CountSchema,
      status: StatusSchema,
      lastAttestation: TimestampSchema,
      selfModifying: z.boolean(),
    }),
  ),
  checkedAt: TimestampSchema,
  block: z.object({ number: CountSchema, hash: HashSchema, timestamp: CountSchema }),
  trust: z.string().describe("Who says that the block is the chain's"),
});

const partyState = z.enum(["agreed", "refused", "none"]);
const agentConsents = z.object({
  agentId: CountSchema,
  recordHash: HashSchema,
  wallet: z.enum(["agreed", "released", "none"]),
  haftungsperson: partyState,
  parent: z.nullable(partyState).describe("Null for a root"),
  proposedHaftungsperson: z.nullable(AddressSchema),
  pendingWallet: z.nullable(AddressSchema).describe("The wallet that is to take the place of the agent's"),
  attester: z.nullable(AddressSchema).describe("A key that may attest for the agent, and do nothing else"),
});

export const agentOutput = z.object({
  ...AgentResponse.shape,
  consents: agentConsents,
  wallets: z
    .optional(z.object({ total: CountSchema, data: AgentWalletsResponse.shape.data }))
    .describe("The wallets that the agent has had, newest first; from the query API, if one is configured"),
  walletsUnknown: z.optional(z.string()).describe("Why the query API did not tell them"),
});

const write = {
  transactionHash: HashSchema,
  blockNumber: CountSchema,
  gasUsed: z.string().describe("A whole number"),
  paidBy: z.enum(["relayer", "account"]),
};
export const writeOutput = z.object(write);

/** A write for one agent, with nothing about what stands after it. */
export const filingOutput = z.object({ agentId: CountSchema, ...write });

/** What stands after a write; only `standingUnknown` if the register could not be asked any more. */
export const standingOutput = z.object({
  ...filingOutput.shape,
  status: z.optional(StatusSchema),
  consents: z.optional(agentConsents),
  standingUnknown: z.optional(z.string()).describe("Written, but why what stands now is not known"),
});

export const registrationOutput = z.object({ ...standingOutput.shape, agentWallet: AddressSchema });

export const wordOutput = z.object({
  ...standingOutput.shape,
  parts: z.array(z.enum(["wallet", "haftungsperson", "parent"])).describe("What the record names the key as"),
});

export const proposalOutput = z.object({
  ...filingOutput.shape,
  proposedHaftungsperson: z.nullable(AddressSchema),
});

export const walletProposalOutput = z.object({
  ...filingOutput.shape,
  pendingWallet: z.nullable(AddressSchema),
});

export const attesterOutput = z.object({ ...filingOutput.shape, attester: z.nullable(AddressSchema) });

/** Of a person: neither its revenue, nor the records of its agents. */
export const personOutput = z.object({
  address: HaftungspersonResponse.shape.address,
  certificates: HaftungspersonResponse.shape.certificates,
  pendingHandovers: HaftungspersonResponse.shape.pendingHandovers,
  totalAgents: CountSchema,
  compliantCount: CountSchema,
  agentIds: z.array(CountSchema).describe("Of the first page"),
});

export const updateOutput = z.object({
  agentId: CountSchema,
  constitution: z.optional(writeOutput),
  capabilities: z.optional(writeOutput),
});

export const fleetOutput = z.object({
  agentIds: z.array(CountSchema),
  leftOut: z.array(z.object({ agentId: CountSchema, reason: z.string() })),
  transactions: z.array(writeOutput),
});

export const cancellationOutput = z.object({
  ...write,
  nonce: z.string().describe("The nonce that is spent now"),
});
