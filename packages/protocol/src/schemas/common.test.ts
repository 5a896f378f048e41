import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inspect } from "node:util";
import type * as z from "zod/mini";
import {
  AddressSchema,
  CountSchema,
  ErrorResponse,
  HashSchema,
  StatusSchema,
  SumSchema,
  TimestampSchema,
} from "./common.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const hash = `0x${"a1".repeat(32)}`;
const time = "2026-03-01T12:00:00.000Z";

type Case = { schema: z.ZodMiniType; taken: unknown[]; refused: unknown[]; message?: string };

const cases: Record<string, Case> = {
  address: {
    schema: AddressSchema,
    taken: [ADDRESS],
    refused: [ADDRESS.toLowerCase(), ADDRESS.slice(0, -1), `${ADDRESS}0`, "0x", 7],
    message: "must be a checksummed address",
  },
  hash: {
    schema: HashSchema,
    taken: [hash],
    refused: [
      `0x${"A1".repeat(32)}`,
      hash.slice(2),
      hash.slice(0, -1),
      `${hash}0`,
      ` ${hash}`,
      `${hash} `,
      7,
    ],
    message: "must be 32 bytes of lower-case hex",
  },
  timestamp: {
    schema: TimestampSchema,
    taken: [time, "1970-01-01T00:00:00.000Z"],
    refused: [
      `x${time}`,
      `${time}x`,
      time.replace("Z", ""),
      time.replace(".000", ""),
      time.replace(".000", ".00"),
      time.replace(".000", "x000"),
      time.replace("2026", "202"),
      time.replace("-03-", "-3-"),
      time.replace("-01T", "-1T"),
      time.replace("T12", "T2"),
      time.replace(":00:", ":0:"),
      time.replace(":00.", ":0."),
      7,
    ],
    message: "must be YYYY-MM-DDTHH:mm:ss.sssZ",
  },
  status: {
    schema: StatusSchema,
    taken: ["Active", "Suspended", "Revoked", "Terminated"],
    refused: ["active", "", 0],
  },
  count: { schema: CountSchema, taken: [0, 1, Number.MAX_SAFE_INTEGER], refused: [-1, 0.5, 2 ** 53, "1"] },
  sum: {
    schema: SumSchema,
    taken: [0, Number.MAX_SAFE_INTEGER, 2n ** 60n],
    refused: [-1, -1n, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, "1"],
    message: "must be a whole number that is exact: beyond 2^53 a bigint",
  },
  error: { schema: ErrorResponse, taken: [{ error: "why" }], refused: [{}, { error: 1 }] },
};

for (const [name, { schema, taken, refused, message }] of Object.entries(cases)) {
  describe(`the form of a ${name}`, () => {
    for (const value of taken) {
      it(`takes ${inspect(value)} as it is`, () => assert.deepEqual(schema.parse(value), value));
    }
    for (const value of refused) {
      it(`refuses ${inspect(value)}`, () => {
        const issue = schema.safeParse(value).error?.issues[0];
        assert.ok(issue !== undefined);
        if (message !== undefined && typeof value === "string") assert.equal(issue.message, message);
      });
    }
  });
}
