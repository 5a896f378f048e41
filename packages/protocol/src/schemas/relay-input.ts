/** What a relay body holds. */
import { type Address, getAddress, type Hex, isAddress } from "viem";
import * as z from "zod";
import type { ForwardRequest } from "../forward-request.ts";

const UINT256_MAX = 2n ** 256n - 1n;
const UINT48_MAX = 2n ** 48n - 1n;

/** Lower case throughout, or with the right checksum: a mistyped address must not get through. */
const AddressInput = z
  .string("must be an address")
  .refine((value) => isAddress(value), "must be a valid address (lower case or checksummed)")
  .transform((value): Address => getAddress(value))
  .meta({
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: "An address, checksummed or lower case",
    example: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  });

/** A decimal string; a JSON number is accepted if it is exact. Hex is not. */
function uintInput(max: bigint, { description, example }: { description: string; example: string }) {
  return z
    .union([z.string(), z.number()], "must be a decimal string")
    .refine(
      (value) =>
        typeof value === "number" ? Number.isSafeInteger(value) && value >= 0 : /^\d{1,78}$/.test(value),
      "must be a whole, non-negative decimal number",
    )
    .transform((value) => BigInt(value))
    .refine((value) => value <= max, "is too large")
    .meta({ description: `${description}. A decimal string; a JSON number if it is exact`, example });
}

const HexInput = z
  .string("must be hex")
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, "must be hex bytes starting with 0x")
  .transform((value) => value as Hex)
  .meta({ description: "Bytes as hex", example: "0x12345678" });

/** Parses the `request` part of a relay body into the form that is signed and sent. */
export const ForwardRequestInput = z
  .object({
    from: AddressInput,
    to: AddressInput,
    value: uintInput(UINT256_MAX, { description: "Wei sent with the call: must be 0", example: "0" }),
    gas: uintInput(UINT256_MAX, { description: "How much gas the call may use", example: "200000" }),
    nonce: uintInput(UINT256_MAX, { description: "What `/nonce/{address}` answers", example: "3" }),
    deadline: uintInput(UINT48_MAX, {
      description: "Seconds since 1970 after which it is void; 0 for never",
      example: "1772366400",
    }).transform(Number),
    data: HexInput,
  })
  .transform((request): ForwardRequest => request);

export const SignatureInput = HexInput;
