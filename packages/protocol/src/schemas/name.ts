import * as z from "zod/mini";
import { AddressSchema, TimestampSchema } from "./common.ts";

/** The name by which people know an address, if the register's operator has it looked up. */
export const NameResponse = z.object({
  address: AddressSchema,
  name: z.nullable(z.string()).check(
    z.meta({
      description:
        "Null if the address has no name, if its name does not stand for this address, or if names are not looked up. Whoever holds the address chose it: it proves nothing about a person",
      example: "alice.eth",
    }),
  ),
  source: z
    .nullable(z.enum(["ens", "basename"]))
    .check(z.describe("Where the name is kept: ENS on Ethereum, or Basenames on Base. Null without a name.")),
  checkedAt: TimestampSchema,
});
export type NameResponse = z.infer<typeof NameResponse>;
