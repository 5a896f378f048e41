import * as z from "zod/mini";
import { AddressSchema, CountSchema, HashSchema } from "./common.ts";

const BytesSchema = z
  .string()
  .check(
    z.regex(/^0x([0-9a-f]{2})*$/i, "must be bytes as hex"),
    z.meta({ description: "Bytes as hex", example: "0xf90211a0" }),
  );

/** What the chain's own storage says of a wallet at one block, for those who document and read it. */
export const KyaProofResponse = z.object({
  v: z.literal(1),
  chainId: CountSchema.check(z.meta({ example: 84_532 })),
  registry: AddressSchema,
  wallet: AddressSchema,
  block: z.object({
    number: CountSchema.check(z.meta({ example: 50_543_793 })),
    hash: HashSchema,
    header: BytesSchema.check(
      z.meta({
        description: "The block's header in RLP: its Keccak-256 is the hash",
        example: "0xf9026ea0",
      }),
    ),
  }),
  accountProof: z
    .array(BytesSchema)
    .check(z.describe("From the header's state root to the Registry's account, as `eth_getProof` gives it")),
  storageProof: z
    .array(z.object({ key: HashSchema, proof: z.array(BytesSchema) }))
    .check(
      z.describe(
        "From the account's storage root to each slot: the number of the wallet's agent and, if there is one, the two slots of its record. Without the values on purpose: they are in the last nodes",
      ),
    ),
});
