import type { Address, Hex } from "viem";
import * as z from "zod/mini";
import { AGENT_STATUSES } from "../agent.ts";
import { checksumAddress, isAddressShaped } from "../checksum-address.ts";

/**
 * What is in answers is written with zod's small edition: browsers read answers, and of the other one they would load
 * five times as much. What services read is written with the other one, which words what is wrong.
 */

/** A checksummed address, as every answer of ours writes it. */
export const AddressSchema = z
  .pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => isAddressShaped(value) && value === checksumAddress(value),
          "must be a checksummed address",
        ),
      ),
    z.transform((value: string) => value as Address),
  )
  .check(
    z.meta({
      pattern: "^0x[0-9a-fA-F]{40}$",
      description: "Checksummed address",
      example: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    }),
  );

export const HashSchema = z
  .pipe(
    z.string().check(z.regex(/^0x[0-9a-f]{64}$/, "must be 32 bytes of lower-case hex")),
    z.transform((value: string) => value as Hex),
  )
  .check(z.meta({ description: "32 bytes as hex" }));

/** Zero is the epoch: a time that never happened. */
export const TimestampSchema = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, "must be YYYY-MM-DDTHH:mm:ss.sssZ"),
  z.meta({
    format: "date-time",
    description: "ISO 8601, UTC, with milliseconds",
    example: "2026-03-01T12:00:00.000Z",
  }),
);

export const StatusSchema = z.enum(AGENT_STATUSES);

export const CountSchema = z.int().check(z.nonnegative());

/** Which part of a list an answer has. */
export const OFFSET_PAGE = { total: CountSchema, offset: CountSchema, limit: CountSchema };

/** Each amount is an exact JSON number, but nothing bounds how many of them are summed. */
export const SumSchema = z
  .custom<number | bigint>(isSum, "must be a whole number that is exact: beyond 2^53 a bigint")
  .check(
    z.meta({
      type: "number",
      minimum: 0,
      description:
        "Whole cents, exact, with as many digits as it takes. Beyond 2^53 JavaScript's own JSON.parse reads the nearest number that it has; the SDK and the dashboard read a bigint.",
    }),
  );

function isSum(value: unknown): boolean {
  return (typeof value === "bigint" || Number.isSafeInteger(value)) && (value as number | bigint) >= 0;
}

export const ErrorResponse = z.object({ error: z.string() });
export type ErrorResponse = z.infer<typeof ErrorResponse>;
