/** Answers for those who follow the register or keep a copy of it. */
import * as z from "zod/mini";
import { CountSchema, HashSchema } from "./common.ts";
import { FilingSchema } from "./filings.ts";

const Place = z.object({
  sequence: CountSchema.check(
    z.describe("The filing's number in the register, from 1 in chain order, without gaps."),
  ),
  agentId: CountSchema.check(z.describe("0 if the filing is about a person or a notary, not an agent.")),
  blockHash: HashSchema,
  logIndex: CountSchema.check(z.describe("The place of its event in the block.")),
});

/** A filing with its place in the register and in the chain. */
export const RegisterFilingSchema = z.intersection(FilingSchema, Place);
export type RegisterFiling = z.infer<typeof RegisterFilingSchema>;

const CursorSchema = z
  .string()
  .check(
    z.describe("Names the filing up to which you have read, and by its block's hash the chain it is on."),
  );

/** Filings in chain order, after a cursor. */
export const FilingsResponse = z.object({
  filings: z.array(RegisterFilingSchema),
  next: CursorSchema,
  hasMore: z.boolean().check(z.describe("Whether filings follow; if not, ask again later with `next`.")),
  head: z
    .object({ blockNumber: CountSchema, blockHash: HashSchema, sequence: CountSchema })
    .check(z.describe("The register's newest block, and its last filing up to that block.")),
});
export type FilingsResponse = z.infer<typeof FilingsResponse>;

/** The chain has taken back what a cursor names. */
export const TakenBackResponse = z.object({
  error: z.string(),
  next: CursorSchema,
  sequence: CountSchema.check(z.describe("The last filing that stands: drop all that you hold after it.")),
});
export type TakenBackResponse = z.infer<typeof TakenBackResponse>;

export const ENFORCEMENT_ACTIONS = ["suspended", "reactivated", "revoked", "released", "refused"] as const;
export type EnforcementAction = (typeof ENFORCEMENT_ACTIONS)[number];

/** A filing by which a regulator acted, or by which a named party refused the record. */
export const EnforcementFilingSchema = z.intersection(
  RegisterFilingSchema,
  z.object({ action: z.enum(ENFORCEMENT_ACTIONS) }),
);
export type EnforcementFiling = z.infer<typeof EnforcementFilingSchema>;

/** Newest first. */
export const EnforcementResponse = z.object({
  data: z.array(EnforcementFilingSchema),
  next: z.nullable(z.string()).check(z.describe("The cursor for what is older; null if nothing is.")),
});
export type EnforcementResponse = z.infer<typeof EnforcementResponse>;
