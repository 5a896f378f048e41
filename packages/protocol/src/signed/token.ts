import * as z from "zod/mini";
import { ASSURANCE_LEVELS, PERSON_KINDS } from "../certificate.ts";
import { PARTIES, type Party } from "../policy.ts";

/** What the register signs. Each kind names itself in its header, so that none passes for another (RFC 8725, 3.11). */
export const TOKEN_TYPES = {
  receipt: "kya-receipt+jwt",
  binding: "agent-binding+jwt",
  statusList: "statuslist+jwt",
} as const;

export type TokenKind = keyof typeof TOKEN_TYPES;

/** How long a token may hold, whatever it says: a thief of a key could sign tokens that hold for ever. */
export const MAX_LIFETIME_SECONDS: Record<TokenKind, number> = {
  receipt: 3_600,
  /** An entry lives: a handover must show within a day. */
  binding: 86_400,
  statusList: 86_400,
};

export { PARTIES, type Party };

export function toPartyNames(consents: Record<Party, boolean>): Party[] {
  return PARTIES.filter((party) => consents[party]);
}

/** The same for those who read a token. Its names do not distinguish a refusal from silence. */
export function toSaid(names: readonly Party[]) {
  const has = (party: Party) => names.includes(party);
  return {
    consents: { wallet: has("wallet"), haftungsperson: has("haftungsperson"), parent: has("parent") },
    refusals: { haftungsperson: false, parent: false },
  };
}

/** An account on its chain by CAIP-10, whose canonical form is lower case. */
export function toAccountName({ chainId, address }: { chainId: number; address: string }): string {
  return `eip155:${chainId}:${address.toLowerCase()}`;
}

/** The address in the name of an account. */
export function toAccountAddress(name: string): `0x${string}` {
  return name.slice(name.lastIndexOf(":") + 1) as `0x${string}`;
}

export function toStatusListUri({ issuer, list }: { issuer: string; list: number }): string {
  return `${issuer}/api/v1/status-lists/${list}`;
}

// What the claims of the three kinds have in common. Times are whole seconds since the epoch.
export const WholeNumber = z.int().check(z.nonnegative());
export const Seconds = z.int().check(z.nonnegative());
export const AgentNumber = z.int().check(z.positive());
export const LowerCaseAddress = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  z.transform((value: string) => value as `0x${string}`),
);
export const BlockHash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  z.transform((value: string) => value as `0x${string}`),
);
export const BlockName = z.object({ number: WholeNumber, hash: BlockHash, timestamp: Seconds });
export const AccountName = z.string().check(z.regex(/^eip155:[1-9]\d{0,15}:0x[0-9a-f]{40}$/));
/** Of the Haftungsperson's certificates that count the best one; from its end on it does not count. */
export const Certified = z.object({
  notary: LowerCaseAddress,
  kind: z.enum(PERSON_KINDS),
  level: z.enum(ASSURANCE_LEVELS),
  until: Seconds,
});
export type Certified = z.infer<typeof Certified>;

export const Consents = z.array(z.enum(PARTIES)).check(z.maxLength(PARTIES.length));
