import type { Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import { kya } from "../actions/kya.ts";
import { requireNotaries } from "../actions/parse-arguments.ts";
import type { RegistryClient } from "../client/registry-client.ts";
import { chooseSource, type Source } from "../reading/source.ts";
import type { WalletDecision } from "./decision.ts";
import { refuse, refuseWallet } from "./refusal.ts";
import { createTokenBucket } from "./token-bucket.ts";
import { createVerdictCache } from "./verdict-cache.ts";

type Options = {
  client: RegistryClient;
  source: Source | undefined;
  policy: Policy;
  strangersPerSecond: number;
  nowMs: () => number;
};

/** Asks the register about a wallet, at most once a minute, and few times a second about wallets that it does not know. */
export function createRegisterCheck({ client, source, policy, strangersPerSecond, nowMs }: Options) {
  // An error at the start, not at the first request.
  if (chooseSource(client, source) === "chain") requireNotaries(policy);
  const notaries = policy.certified?.notaries;
  const findVerdict = createVerdictCache({
    check: (wallet) => kya(client, { wallet, source, policy }),
    policy,
    mayAskAboutStranger: createTokenBucket({ perSecond: strangersPerSecond, now: nowMs }),
    now: nowMs,
  });

  return async function askRegister(wallet: Address): Promise<WalletDecision> {
    const verdict = await findVerdict(wallet);
    if (verdict === undefined) return { refusal: refuse("too-many-requests") };
    const basis = { kind: "verdict", verdict, notaries } as const;
    const { agent } = verdict;
    return agent === null || !verdict.admissible
      ? { refusal: refuseWallet(verdict), basis }
      : { agent, basis };
  };
}
