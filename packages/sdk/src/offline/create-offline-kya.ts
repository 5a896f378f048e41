import { type CertifiedRule, DEFAULT_CONSENTS, type Policy } from "@agent-registry/protocol";
import { type Party, toAccountAddress } from "@agent-registry/protocol/signed";
import { decodeJwt } from "jose";
import { parsePolicy } from "../actions/parse-arguments.ts";
import { systemNow } from "../system-now.ts";
import { createKeyWatch } from "./key-watch.ts";
import { createKnownAgents } from "./known-agents.ts";
import { createListKeeper, type ListProblem } from "./list-keeper.ts";
import { type Binding, verifyBinding } from "./verify-binding.ts";
import type { SignedBy } from "./verify-receipt.ts";

export type OfflineKyaOptions = SignedBy & {
  /** Who must have agreed to the record; by default wallet and Haftungsperson. */
  requireConsents?: readonly Party[];
  /** `allow`: the wallet's key may be the Haftungsperson's, too. By default `refuse`. */
  selfLiable?: NonNullable<Policy["selfLiable"]>;
  /**
   * A notary must have certified who the Haftungsperson is. A binding tells of the best certificate alone: if that is
   * another notary's or of another kind than asked for, the decision is `ask`.
   */
  certified?: CertifiedRule;
  /** How old a list may be that decides; 900 by default, and never beyond its own end. */
  maxListAgeSeconds?: number;
  /**
   * The most agents that are remembered; those that came first are forgotten first. A million by default.
   */
  maxAgents?: number;
  /** Called if keys or lists could not be renewed, or if an older list came instead of a newer one. */
  onProblem?: (problem: ListProblem) => void;
  /** Seconds since the epoch. */
  now?: () => number;
};

export type OfflineKya = ReturnType<typeof createOfflineKya>;

/**
 * KYA without a question for each agent: bindings that the agents bring along, and the register's lists of how all agents
 * stand, fetched every few minutes.
 *
 * @example
 * const offline = createOfflineKya({ issuers: [{ issuer: "https://register.example" }], registry, chainId: 84532 });
 * await offline.addBinding(request.headers.get("agent-binding"));
 * if (offline.decide(wallet).verdict !== "compliant") refuse();
 */
export function createOfflineKya(options: OfflineKyaOptions) {
  const {
    requireConsents = DEFAULT_CONSENTS,
    selfLiable = "refuse",
    certified,
    maxListAgeSeconds = 900,
    maxAgents = 1_000_000,
    now = systemNow,
    onProblem,
    ...signedBy
  } = options;
  const policy = parsePolicy({ consents: requireConsents, selfLiable, certified });
  const agents = createKnownAgents({ policy, maxListAgeSeconds, maxAgents, now });
  const keeper = createListKeeper({ ...signedBy, now, onProblem });
  const keyWatch = createKeyWatch({
    ...signedBy,
    onProblem,
    onSeen(published) {
      agents.endUnpublished(published);
      keeper.forgetUnpublished(published);
    },
  });

  /** What is known of the wallet that a token names, if that is as new as the token: then it need not be verified. */
  function findAsNew(token: string): Binding | undefined {
    try {
      const { sub = "", iat = 0 } = decodeJwt(token);
      const held = agents.find(toAccountAddress(sub));
      return held !== undefined && held.issuedAt >= iat ? held : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    /**
     * Verifies a binding and remembers it; fetches the agent's list if it is the first of its million. Throws
     * `UntrustedToken`. A binding that is no newer than the one that is held gives that one.
     */
    async addBinding(token: string): Promise<Binding> {
      const held = findAsNew(token);
      if (held !== undefined) return held;
      const binding = await verifyBinding(token, { ...signedBy, now: now() });
      agents.remember(binding, await keeper.keep(binding.listUri));
      keyWatch.start();
      return binding;
    },

    /** From memory alone, at once. */
    decide: agents.decide,

    /** The binding that is held of a wallet; undefined if there is none, or if it has expired. */
    find: agents.find,

    /** The list by which a wallet is decided about, as the register signed it. */
    findList: agents.findList,

    /** Who must have agreed to a record. */
    requireConsents,

    /** Whether a wallet's key may be the Haftungsperson's, too. */
    selfLiable,

    /** What a notary must have certified. */
    certified,

    /**
     * Asks for the issuers' keys and for the lists of all known agents anew. Both are done without it, too: the lists
     * before their time is over, and the keys every five minutes.
     */
    async refresh(): Promise<void> {
      await keyWatch.look();
      await keeper.refresh();
    },

    /** Stops renewing keys and lists. */
    close(): void {
      keyWatch.close();
      keeper.close();
    },
  };
}
