import { judgeParties, OBJECTIONS, type Objection, type Policy } from "@agent-registry/protocol";
import { findStatus, type Party, STATUS_VALUES, toSaid } from "@agent-registry/protocol/signed";
import type { Address } from "viem";
import type { PublishedKeys } from "./issuers.ts";
import { judgeCertified } from "./judge-certified.ts";
import type { KeptList } from "./list-keeper.ts";
import type { Binding } from "./verify-binding.ts";
import { createWalletTable } from "./wallet-table.ts";

/** What can speak against a binding by itself. */
type BindingObjection = Extract<
  Objection,
  | `${Party}-not-agreed`
  | "haftungsperson-is-the-wallet"
  | "haftungsperson-not-certified"
  | "certificate-ended"
>;

/**
 * What can be said of a wallet without a request. `ask`: its attestation is lapsed, or lapses before the list
 * ends, or its parties or its wallet have changed within the last day, or its binding tells of another
 * certificate than is asked for, so that only the register can decide. `unknown`: no
 * binding, or no list that holds, is at hand, so the wallet is not let in.
 */
export type OfflineDecision = { agentId?: number; until?: number } & (
  | { verdict: "compliant"; reason: "active-and-attested"; agentId: number; until: number }
  | {
      verdict: "non-compliant";
      reason: "revoked-or-terminated" | "suspended" | "not-in-list" | BindingObjection;
    }
  | { verdict: "ask"; reason: "not-vouched-for" | "other-certificate" }
  | { verdict: "unknown"; reason: "no-binding" | "binding-expired" | "no-list" | "list-expired" }
);

type Options = {
  policy: Pick<Policy, "consents" | "selfLiable" | "certified">;
  maxListAgeSeconds: number;
  maxAgents: number;
  now: () => number;
};

// What a decision needs of an agent, as numbers in the row of its wallet.
const AGENT_ID = 0;
const INDEX = 1;
const EXPIRES_AT = 2;
/** 0 if the binding is in order, else one more than the place in `OBJECTIONS` of what speaks against it. */
const OBJECTION = 3;
const LIST = 4;
const KEY = 5;
/** When the certificate that is asked for ends: `NEVER` if none is, and `ASK` if the binding does not tell of it. */
const CERTIFIED_UNTIL = 6;
const NEVER = 2 ** 32 - 1;
const ASK = 0;

/** The agents whose bindings were verified, and what is decided about them from memory. */
export function createKnownAgents({ policy, maxListAgeSeconds, maxAgents, now }: Options) {
  const wallets = createWalletTable(maxAgents);
  /** By row. Decisions do not read them. */
  const bindings: Binding[] = [];
  const lists: KeptList[] = [];
  /** Those by which the bindings were verified. */
  const keys: { issuer: string; kid: string }[] = [];

  function toListNumber(kept: KeptList): number {
    const known = lists.indexOf(kept);
    return known >= 0 ? known : lists.push(kept) - 1;
  }

  function toKeyNumber({ issuer, kid }: Binding): number {
    const known = keys.findIndex((key) => key.kid === kid && key.issuer === issuer);
    return known >= 0 ? known : keys.push({ issuer, kid }) - 1;
  }

  function find(wallet: string): Binding | undefined {
    const row = wallets.find(wallet);
    return row >= 0 && wallets.get(row, EXPIRES_AT) > now() ? bindings[row] : undefined;
  }

  return {
    /** Undefined also if the binding has ended. */
    find,

    findList(wallet: string): { uri: string; token: string } | undefined {
      const row = wallets.find(wallet);
      const kept = row < 0 ? undefined : lists[wallets.get(row, LIST)];
      return kept?.list === undefined ? undefined : { uri: kept.uri, token: kept.list.token };
    },

    /** A newer binding of the same wallet stays. */
    remember(binding: Binding, kept: KeptList): void {
      const held = find(binding.wallet);
      if (held !== undefined && held.issuedAt > binding.issuedAt) return;
      const objection = findObjection(binding, policy, now());
      const certifiedUntil = policy.certified === undefined ? NEVER : (binding.certified?.until ?? NEVER);
      const row = wallets.add(binding.wallet);
      const key = toKeyNumber(binding);
      // The bindings of a key share its texts in memory.
      bindings[row] = { ...binding, ...keys[key] };
      wallets.set(row, AGENT_ID, binding.agentId);
      wallets.set(row, INDEX, binding.index);
      wallets.set(row, EXPIRES_AT, binding.expiresAt);
      const isOpen = objection === "ask";
      wallets.set(row, OBJECTION, objection === undefined || isOpen ? 0 : OBJECTIONS.indexOf(objection) + 1);
      wallets.set(row, CERTIFIED_UNTIL, isOpen ? ASK : certifiedUntil);
      wallets.set(row, LIST, toListNumber(kept));
      wallets.set(row, KEY, key);
    },

    /** Bindings that the issuer signed with a key that it no longer publishes have ended. */
    endUnpublished({ issuer, kids }: PublishedKeys): void {
      const isGone = keys.map((key) => key.issuer === issuer && !kids.has(key.kid));
      if (!isGone.includes(true)) return;
      for (const row of bindings.keys()) if (isGone[wallets.get(row, KEY)]) wallets.set(row, EXPIRES_AT, 0);
    },

    decide(wallet: Address): OfflineDecision {
      const row = wallets.find(wallet);
      if (row < 0) return { verdict: "unknown", reason: "no-binding" };
      const agentId = wallets.get(row, AGENT_ID);
      const expiresAt = wallets.get(row, EXPIRES_AT);
      const time = now();
      if (expiresAt <= time) return { verdict: "unknown", reason: "binding-expired", agentId };
      const objection = OBJECTIONS[wallets.get(row, OBJECTION) - 1];
      if (objection !== undefined)
        return { verdict: "non-compliant", reason: objection as BindingObjection, agentId };
      const certifiedUntil = wallets.get(row, CERTIFIED_UNTIL);
      if (certifiedUntil !== ASK && certifiedUntil <= time)
        return { verdict: "non-compliant", reason: "certificate-ended", agentId };
      const list = lists[wallets.get(row, LIST)]?.list;
      if (list === undefined) return { verdict: "unknown", reason: "no-list", agentId };
      if (list.expiresAt <= time || time - list.issuedAt > maxListAgeSeconds)
        return { verdict: "unknown", reason: "list-expired", agentId };
      const index = wallets.get(row, INDEX);
      const value = index < list.size ? findStatus(list.bytes, index) : undefined;
      const until = Math.min(list.expiresAt, expiresAt);
      switch (value) {
        case STATUS_VALUES.valid:
          if (certifiedUntil === ASK) return { verdict: "ask", reason: "other-certificate", agentId, until };
          return {
            verdict: "compliant",
            reason: "active-and-attested",
            agentId,
            until: Math.min(until, certifiedUntil),
          };
        case STATUS_VALUES.suspended:
          return { verdict: "non-compliant", reason: "suspended", agentId, until };
        case STATUS_VALUES.invalid:
          return { verdict: "non-compliant", reason: "revoked-or-terminated", agentId, until };
        case STATUS_VALUES.ask:
          return { verdict: "ask", reason: "not-vouched-for", agentId, until };
        default:
          return { verdict: "non-compliant", reason: "not-in-list", agentId };
      }
    },
  };
}

/** By the same judge as every other verdict. How the agent stands is in its list. */
function findObjection(
  { wallet, haftungsperson, consents, certified }: Binding,
  policy: Options["policy"],
  now: number,
): Objection | "ask" | undefined {
  const [objection] = judgeParties({ agentWallet: wallet, haftungsperson, ...toSaid(consents) }, policy);
  return objection ?? (policy.certified && judgeCertified(certified, policy.certified, now));
}
