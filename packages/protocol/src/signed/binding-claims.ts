import * as z from "zod/mini";
import { toListPlace } from "./status-list.ts";
import {
  AccountName,
  AgentNumber,
  BlockName,
  Certified,
  Consents,
  MAX_LIFETIME_SECONDS,
  type Party,
  Seconds,
  toAccountName,
  toPartyNames,
  toStatusListUri,
  WholeNumber,
} from "./token.ts";

export const BINDING_LIFETIME_SECONDS = MAX_LIFETIME_SECONDS.binding;

/** What a binding says: which agent a wallet is, who answers for it, and where its standing is listed. */
export const BindingClaims = z.object({
  iss: z.string(),
  sub: AccountName,
  iat: Seconds,
  exp: Seconds,
  agentId: AgentNumber.check(z.maximum(2 ** 32 - 1)),
  registry: AccountName,
  haftungsperson: AccountName,
  consents: Consents,
  certified: z.optional(Certified),
  registeredAt: Seconds,
  /** At which wallet, Haftungsperson and consents were read. */
  block: BlockName,
  status: z.object({ status_list: z.object({ idx: WholeNumber, uri: z.string() }) }),
});
export type BindingClaims = z.infer<typeof BindingClaims>;

type Facts = {
  issuer: string;
  chainId: number;
  registry: string;
  wallet: string;
  agentId: number;
  haftungsperson: string;
  consents: Record<Party, boolean>;
  certified?: Certified | undefined;
  registeredAt: number;
  block: { number: number; hash: `0x${string}`; timestamp: number };
  now: number;
};

/** Nothing that changes from one minute to the next stands in it: that is what the list is for. */
export function toBindingClaims(facts: Facts): BindingClaims {
  const { issuer, chainId, registry, wallet, agentId, haftungsperson, consents, registeredAt, now } = facts;
  const { number, hash, timestamp } = facts.block;
  const { list, index } = toListPlace(agentId);
  return {
    iss: issuer,
    sub: toAccountName({ chainId, address: wallet }),
    iat: now,
    exp: now + BINDING_LIFETIME_SECONDS,
    agentId,
    registry: toAccountName({ chainId, address: registry }),
    haftungsperson: toAccountName({ chainId, address: haftungsperson }),
    consents: toPartyNames(consents),
    ...(facts.certified !== undefined && { certified: facts.certified }),
    registeredAt,
    block: { number, hash, timestamp },
    status: { status_list: { idx: index, uri: toStatusListUri({ issuer, list }) } },
  };
}
