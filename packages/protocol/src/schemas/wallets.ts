/** Which records named a wallet, and which wallets an agent has had. */
import * as z from "zod/mini";
import { AgentListItem, AgentsResponse } from "./agents.ts";
import { AddressSchema, CountSchema, HashSchema, OFFSET_PAGE, TimestampSchema } from "./common.ts";
import { Consents, Refusals } from "./consents.ts";

export const WalletEntrySchema = z.extend(AgentListItem, {
  isWalletReleased: z.boolean(),
  retired: z
    .nullable(z.object({ since: TimestampSchema, transactionHash: HashSchema }))
    .check(
      z.describe(
        "When another wallet took this one's place in the record, which `agentWallet` then names. Null if none did.",
      ),
    ),
  consents: Consents,
  refusals: Refusals,
});

/** Every record that ever named a wallet, newest first. At most one, the newest, is the wallet's entry. */
export const WalletEntriesResponse = z.extend(AgentsResponse, { data: z.array(WalletEntrySchema) });
export type WalletEntriesResponse = z.infer<typeof WalletEntriesResponse>;

/** The wallets that an agent has had, newest first; all but the first are retired. */
export const AgentWalletsResponse = z.object({
  agentId: CountSchema,
  ...OFFSET_PAGE,
  data: z.array(
    z.object({
      wallet: AddressSchema,
      since: TimestampSchema,
      until: z.nullable(TimestampSchema).check(z.describe("Null for the present wallet.")),
      transactionHash: HashSchema.check(z.describe("By which it became the agent's wallet.")),
    }),
  ),
});
export type AgentWalletsResponse = z.infer<typeof AgentWalletsResponse>;
