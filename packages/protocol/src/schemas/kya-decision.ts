/** What is decided about each of many wallets. */
import * as z from "zod/mini";
import { OBJECTIONS } from "../policy.ts";
import { AddressSchema, CountSchema, HashSchema, TimestampSchema } from "./common.ts";

export const KyaDecisionSchema = z.object({
  wallet: AddressSchema,
  isRegistered: z.boolean(),
  isCompliant: z.boolean(),
  agentId: z.nullable(CountSchema),
  admissible: z
    .boolean()
    .check(z.describe("Whether nothing speaks against the agent: compliance and the policy.")),
  objections: z.array(z.enum(OBJECTIONS)).check(z.describe("All that speaks against it, in this order.")),
});

export const BulkKyaResponse = z
  .object({
    checkedAt: TimestampSchema,
    block: z
      .object({ number: CountSchema, hash: HashSchema })
      .check(z.describe("The block at which all of the answer stands.")),
    data: z.array(KyaDecisionSchema),
  })
  .check(
    z.meta({
      example: {
        checkedAt: "2026-03-01T12:00:00.000Z",
        block: { number: 50543793, hash: `0x${"5c".repeat(32)}` },
        data: [
          {
            wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
            isRegistered: true,
            isCompliant: true,
            agentId: 7,
            admissible: false,
            objections: ["ancestor-revoked"],
          },
          {
            wallet: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
            isRegistered: false,
            isCompliant: false,
            agentId: null,
            admissible: false,
            objections: ["not-registered"],
          },
        ],
      },
    }),
  );
export type BulkKyaResponse = z.infer<typeof BulkKyaResponse>;
