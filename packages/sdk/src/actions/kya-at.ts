import { decide, findMoment, KyaAtResponse, type Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { ApiClient } from "../client/api-client.ts";
import { invalidInput } from "../errors/registry-error.ts";
import { requireAbout } from "../reading/ask-about-wallets.ts";
import { askApi, toQuery } from "../reading/ask-api.ts";
import { type KyaFinding, toFinding, toJudged, toNotRegistered, toSeconds } from "./kya-finding.ts";
import { parsePolicy, parseTime, parseWallet } from "./parse-arguments.ts";

/** The answer to "how did this wallet stand then?" */
export type PastKyaVerdict = {
  wallet: Address;
  /**
   * The moment. If a time was asked for, `block` is that of the register's last filing up to then, or null if there was
   * none.
   */
  asOf: { timestamp: string; block: number | null };
} & KyaFinding;

export type KyaAtInput = {
  wallet: string;
  /** A time (a text without a zone is UTC), or the number of a block. */
  at: Date | string | { block: number | bigint };
  /** What `admissible` asks for, judged as of then; as for `kya` if not given. */
  policy?: Omit<Policy, "lineage" | "selfModifying"> | undefined;
};

/**
 * How a wallet stood at a moment of the past, from the query API: which agent it was bound to, whether that was
 * compliant, and who had agreed by then. It is the register's word: a proof or a receipt that you kept is evidence.
 *
 * @example
 * const { verdict, agent } = await registry.kyaAt({ wallet, at: "2026-03-01T12:00Z" });
 */
export async function kyaAt(
  client: ApiClient,
  { wallet: given, at, policy: givenPolicy }: KyaAtInput,
): Promise<PastKyaVerdict> {
  const address = parseWallet(client, given);
  const policy = parsePastPolicy(givenPolicy);
  const path = `/api/v1/kya/${address}/at${toQuery(toMoment(at))}`;
  const answer = await askApi(client, { path, schema: KyaAtResponse });
  const { wallet, asOf, agent, consents, refusals } = answer;
  const certificates = answer.certificates?.map((held) => ({ ...held, until: toSeconds(held.until) }));
  requireAbout({ asked: address, answered: wallet });
  if (agent === null || consents === null || refusals === null) return { wallet, asOf, ...toNotRegistered() };
  const agreement = { consents, refusals };
  const entry = { ...toJudged(agent), ...agreement, certificates };
  const { objections } = decide(entry, policy, toSeconds(asOf.timestamp));
  return { wallet, asOf, ...toFinding({ entry: { agent, ...agreement }, objections }) };
}

/** The answer does not say how the ancestors stood then, nor whether an agent modifies itself. */
function parsePastPolicy(given: Policy | undefined): Policy {
  const policy = parsePolicy(given);
  if (policy.lineage === "ancestors" || policy.selfModifying === "refuse")
    throw invalidInput("Of the past, neither lineage nor selfModifying can be asked for.");
  return policy;
}

function toMoment(at: KyaAtInput["at"]): { time: string } | { block: string } {
  if (typeof at === "object" && "block" in at) {
    const isWhole = typeof at.block === "bigint" || Number.isSafeInteger(at.block);
    if (!isWhole || at.block < 0)
      throw invalidInput(`A block's number is a whole number from 0 on, not ${at.block}.`);
    return { block: String(at.block) };
  }
  const time = typeof at === "string" ? findMoment(at) : at;
  if (time === undefined)
    throw invalidInput("`at` is a time such as 2026-03-01T12:00Z, or { block } with a block's number.");
  return { time: String(parseTime({ value: time, name: "`at`" })) };
}
