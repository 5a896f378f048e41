/** Notaries, and what they have certified about persons. */
import * as z from "zod/mini";
import { ASSURANCE_LEVELS, CERTIFICATE_FAULTS, PERSON_KINDS } from "../certificate.ts";
import { AddressSchema, CountSchema, HashSchema, OFFSET_PAGE, TimestampSchema } from "./common.ts";

export const PersonKindSchema = z.enum(PERSON_KINDS);
export const LevelSchema = z.enum(ASSURANCE_LEVELS);

/** What a notary has certified about a person. */
export const CertificateSchema = z.object({
  person: AddressSchema,
  notary: AddressSchema,
  kind: PersonKindSchema,
  level: LevelSchema,
  since: TimestampSchema,
  until: TimestampSchema,
  ref: HashSchema.check(z.describe("What the notary finds its own file by.")),
  accepted: z
    .nullable(TimestampSchema)
    .check(z.describe("When the person accepted it; null if it has not: then it does not count.")),
  counts: z.boolean(),
  whyNot: z.nullable(z.enum(CERTIFICATE_FAULTS)),
  transactions: z.object({ certified: HashSchema, accepted: z.nullable(HashSchema) }),
});
export type CertificateAnswer = z.infer<typeof CertificateSchema>;

export const NotarySchema = z.object({
  notary: AddressSchema,
  isAccredited: z.boolean(),
  since: TimestampSchema.check(z.describe("When it was last accredited or lost its accreditation.")),
  certificates: CountSchema.check(z.describe("How many of its certificates are on record.")),
});

/** Every notary that was ever accredited, those that are so first. */
export const NotariesResponse = z.object({ data: z.array(NotarySchema) });
export type NotariesResponse = z.infer<typeof NotariesResponse>;

/** A notary and what it has certified, newest first. */
export const NotaryResponse = z.extend(NotarySchema, {
  ...OFFSET_PAGE,
  data: z.array(CertificateSchema),
});
export type NotaryResponse = z.infer<typeof NotaryResponse>;
