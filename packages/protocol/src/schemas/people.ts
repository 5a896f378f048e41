/** The people behind agents: what one address answers for, what it has registered, and how it is called. */
import * as z from "zod/mini";
import { AgentListItem, AgentsResponse } from "./agents.ts";
import { CertificateSchema } from "./certificates.ts";
import { AddressSchema, CountSchema, SumSchema } from "./common.ts";
import { DetailedStatsResponse } from "./stats.ts";

export const PEOPLE_ROLES = ["haftungsperson", "creator"] as const;
export type PersonRole = (typeof PEOPLE_ROLES)[number];

/** The most agents, handovers and currencies that an answer names; of the rest it states the number. */
export const NAMED_AGENTS = 10;
export const NAMED_HANDOVERS = 20;
export const NAMED_CURRENCIES = 20;

const NamedAgents = z.array(CountSchema);

/** How all agents of one person stand, whichever of them the page beside it lists. */
export const CreatorSummary = z.object({
  totalAgents: CountSchema,
  statusDistribution: DetailedStatsResponse.shape.statusDistribution,
  compliantCount: CountSchema.check(z.describe("Active, and attested within the last 7 days.")),
  complianceRate: z.string().check(z.describe("Percent of all the person's agents, such as `66.7`.")),
  revokedAgents: NamedAgents.check(
    z.describe(
      `The ids of up to ${NAMED_AGENTS} revoked agents, highest first; \`statusDistribution\` counts them all.`,
    ),
  ),
  revenue: z
    .array(z.object({ currency: z.string(), amount: SumSchema, reports: CountSchema }))
    .check(
      z.describe(
        `All that the person's agents have ever reported, whoever was named then, in the ${NAMED_CURRENCIES} currencies with most reports.`,
      ),
    ),
  moreCurrencies: CountSchema.check(z.describe("In how many other currencies they have reported.")),
});
export type CreatorSummary = z.infer<typeof CreatorSummary>;

export const HaftungspersonSummary = z.extend(CreatorSummary, {
  consents: z
    .object({ agreed: CountSchema, refused: CountSchema, none: CountSchema })
    .check(
      z.describe(
        "To how many of the entries that name it the person has agreed, how many it has refused, and about how many it has said nothing.",
      ),
    ),
  formerAgents: z
    .object({ total: CountSchema, agentIds: NamedAgents })
    .check(
      z.describe(
        `Agents that the person answered for until another took over: how many, and the ids of up to ${NAMED_AGENTS}, highest first.`,
      ),
    ),
});
export type HaftungspersonSummary = z.infer<typeof HaftungspersonSummary>;

/** An agent whose present Haftungsperson stays so until the person that was proposed accepts. */
export const PendingHandover = z.pick(AgentListItem, {
  agentId: true,
  agentWallet: true,
  operationalScope: true,
  haftungsperson: true,
});
export type PendingHandover = z.infer<typeof PendingHandover>;

const Page = z.extend(z.omit(AgentsResponse, { isTotalCapped: true }), { address: AddressSchema });

/** The agents that a person answers for. */
export const HaftungspersonResponse = z.extend(Page, {
  summary: HaftungspersonSummary,
  certificates: z
    .array(CertificateSchema)
    .check(
      z.describe("What notaries have certified about the person, newest first: their word, nothing more."),
    ),
  pendingHandovers: z
    .object({ total: CountSchema, data: z.array(PendingHandover) })
    .check(
      z.describe(
        `Agents that the person has been asked to answer for from now on, and may accept: how many, and the first ${NAMED_HANDOVERS} by number, each with who answers for it until then.`,
      ),
    ),
});
export type HaftungspersonResponse = z.infer<typeof HaftungspersonResponse>;

/** The agents that an address has registered. */
export const CreatorResponse = z.extend(Page, { summary: CreatorSummary });
export type CreatorResponse = z.infer<typeof CreatorResponse>;
