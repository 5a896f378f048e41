/** The relayer's answers. */
import * as z from "zod/mini";
import { FORWARDER_NAME, FORWARDER_VERSION } from "../forward-request.ts";
import { AddressSchema, CountSchema, HashSchema } from "./common.ts";

const DecimalString = z.string().check(z.regex(/^\d+$/));
const EthAmount = z.string().check(z.regex(/^\d+(\.\d+)?$/));
const EthAmountWithUnit = z.string().check(z.regex(/^\d+(\.\d+)? ETH$/));

export const RelayResponse = z.object({
  success: z.boolean(),
  transactionHash: HashSchema,
  blockNumber: CountSchema,
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

/** What became of a request whose caller lost the connection. */
export const RelayOutcomeResponse = z.object({
  digest: HashSchema,
  state: z.enum(["pending", "mined", "refused"]),
  transactionHash: z.nullable(HashSchema).check(z.describe("Null while no transaction carries it")),
  result: z.nullable(RelayResponse).check(z.describe("What POST /relay answers, once it is mined")),
  error: z.nullable(z.string()).check(z.describe("Why it was refused")),
});
export type RelayOutcomeResponse = z.infer<typeof RelayOutcomeResponse>;
