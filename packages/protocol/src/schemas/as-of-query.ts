/** Questions about a moment of the past. */
import * as z from "zod";
import { findMoment } from "../moment.ts";

const DIGITS = /^\d+$/;
const TIME = "must be a time from 1970 on, such as 2026-03-01T12:00:00Z, or whole seconds since then";

/** Chain time has whole seconds. What lies beyond what a number holds is later than any block. */
function findSeconds(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  if (DIGITS.test(value)) return toNumber(value);
  // A plus that was not escaped in the address arrives as a blank.
  const moment = findMoment(value.replace(/ (?=\d{2}:\d{2}$)/, "+"));
  return moment === undefined || moment.getTime() < 0 ? undefined : Math.floor(moment.getTime() / 1000);
}

const toNumber = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

/** Exactly one of the two; the route says so if it is none or both. */
export const AsOfQuery = z.object({
  time: z
    .custom<string>((value) => findSeconds(value) !== undefined, TIME)
    .transform((value) => findSeconds(value) ?? 0)
    .optional()
    .meta({
      type: "string",
      description:
        "ISO 8601 (UTC unless it names a zone) or whole seconds since 1970. Give this or `block`, not both.",
      example: "2026-03-01T12:00:00Z",
    }),
  block: z
    .custom<string>((value) => typeof value === "string" && DIGITS.test(value), "must be a whole number")
    .transform(toNumber)
    .optional()
    .meta({
      type: "integer",
      minimum: 0,
      description: "As the register was after this block. Give this or `time`, not both.",
    }),
});
export type AsOfQuery = z.output<typeof AsOfQuery>;
