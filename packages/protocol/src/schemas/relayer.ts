/** The relayer's wire format. */
import { type Address, getAddress, type Hex, isAddress } from "viem";
import * as z from "zod";
import { FORWARDER_NAME, FORWARDER_VERSION, type ForwardRequest } from "../forward-request.ts";
import { AddressSchema, HashSchema } from "./common.ts";

const UINT256_MAX = 2n ** 256n - 1n;
const UINT48_MAX = 2n ** 48n - 1n;

/** Lower case throughout, or with the right checksum: a mistyped address must not get through. */
const AddressInput = z
  .string("must be an address")
  .refine((value) => isAddress(value), "must be a valid address (lower case or checksummed)")
  .transform((value): Address => getAddress(value));

/** A decimal string; a JSON number is accepted if it is exact. Hex is not. */
function uintInput(max: bigint) {
  return z
    .union([z.string(), z.number()], "must be a decimal string")
    .refine(
      (value) =>
        typeof value === "number" ? Number.isSafeInteger(value) && value >= 0 : /^\d{1,78}$/.test(value),
      "must be a whole, non-negative decimal number",
    )
    .transform((value) => BigInt(value))
    .refine((value) => value <= max, "is too large");
}

const HexInput = z
  .string("must be hex")
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, "must be hex bytes starting with 0x")
  .transform((value) => value as Hex);

/** Parses the `request` part of a relay body into the form that is signed and sent. */
export const ForwardRequestInput = z
  .object({
    from: AddressInput,
    to: AddressInput,
    value: uintInput(UINT256_MAX),
    gas: uintInput(UINT256_MAX),
    nonce: uintInput(UINT256_MAX),
    deadline: uintInput(UINT48_MAX).transform(Number),
    data: HexInput,
  })
  .transform((request): ForwardRequest => request);

export const SignatureInput = HexInput;

const DecimalString = z.string().regex(/^\d+$/);
const EthAmount = z.string().regex(/^\d+(\.\d+)?$/);
const EthAmountWithUnit = z.string().regex(/^\d+(\.\d+)? ETH$/);

export const RelayResponse = z.object({
  success: z.boolean(),
  transactionHash: HashSchema,
  blockNumber: z.int().nonnegative(),
  gasUsed: DecimalString,
  gasPaidByRelayer: EthAmount,
});
export type RelayResponse = z.infer<typeof RelayResponse>;

export const NonceResponse = z.object({ address: AddressSchema, nonce: DecimalString });
export type NonceResponse = z.infer<typeof NonceResponse>;

export const DomainResponse = z.object({
  name: z.literal(FORWARDER_NAME),
  version: z.literal(FORWARDER_VERSION),
  chainId: DecimalString,
  verifyingContract: AddressSchema,
});
export type DomainResponse = z.infer<typeof DomainResponse>;

export const RelayerStatusResponse = z.object({
  relayer: AddressSchema,
  balance: EthAmount,
  forwarder: AddressSchema,
  registry: AddressSchema,
  rpc: z.string(),
  dailyBudget: EthAmountWithUnit,
  dailyGasUsed: EthAmountWithUnit,
  budgetRemaining: EthAmountWithUnit,
});
export type RelayerStatusResponse = z.infer<typeof RelayerStatusResponse>;

/** The `request` part of a relay body on the wire: every number is a decimal string. */
export function toWireRequest(request: ForwardRequest) {
  return {
    from: request.from,
    to: request.to,
    value: request.value.toString(),
    gas: request.gas.toString(),
    nonce: request.nonce.toString(),
    deadline: request.deadline.toString(),
    data: request.data,
  };
}
