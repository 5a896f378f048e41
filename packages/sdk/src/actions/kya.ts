import { decide, KyaAgentSchema, type Policy } from "@agent-registry/protocol";
import type { Address } from "viem";
import type { RegistryClient } from "../client/registry-client.ts";
import { askKyaReader } from "../reading/ask-kya-reader.ts";
import { toNow } from "../reading/get-now.ts";
import { createAncestorReader } from "../reading/read-ancestors.ts";
import { chooseSource } from "../reading/source.ts";
import { toAgentRecord, toCertificates } from "../reading/to-record.ts";
import { kyaByApi } from "./kya-by-api.ts";
import { type KyaInput, type KyaVerdict, toFinding, toJudged, toNotRegistered } from "./kya-finding.ts";
import { parsePolicy, parseWallet, requireNotaries } from "./parse-arguments.ts";

/**
 * Know your agent: whether a wallet is registered and compliant, and why not; who of those whom its record names has
 * agreed to it; and whether it is admissible by your policy. Anyone may enter anyone: a Haftungsperson that has not
 * agreed answers for nothing.
 *
 * @example
 * const answer = await registry.kya({ wallet, policy: { lineage: "ancestors" } });
 * if (!answer.admissible) refuse(answer.objections);
 */
export async function kya(client: RegistryClient, input: KyaInput): Promise<KyaVerdict> {
  const wallet = parseWallet(client, input.wallet);
  const policy = parsePolicy(input.policy);
  return chooseSource(client, input.source) === "api"
    ? kyaByApi(client, { wallet, policy })
    : kyaByChain(client, { wallet, policy });
}

type Question = { wallet: Address; policy: Policy; readAncestors?: ReturnType<typeof createAncestorReader> };

/** `readAncestors` may be shared by questions about many wallets. */
export async function kyaByChain(
  client: RegistryClient,
  { wallet, policy, readAncestors = createAncestorReader(client) }: Question,
): Promise<KyaVerdict> {
  const notaries = requireNotaries(policy);
  const [blockTime, isRegistered, tuple, consents, refusals, retiredFrom, stored] = await askKyaReader(
    client,
    { wallet, notaries },
  );
  const now = toNow(client, blockTime);
  const facts = { wallet, checkedAt: new Date().toISOString(), source: "chain" } as const;
  if (!isRegistered) return { ...facts, ...toNotRegistered(Number(retiredFrom)) };
  const record = toAgentRecord(tuple);
  const agreement = {
    consents: { wallet: consents[0], haftungsperson: consents[1], parent: consents[2] },
    refusals: { haftungsperson: refusals[0], parent: refusals[1] },
  };
  const { selfModifying, parentAgentId } = record;
  const ancestors = policy.lineage === "ancestors" ? await readAncestors(record) : undefined;
  const certificates = toCertificates(notaries, stored);
  const entry = { ...toJudged(record), ...agreement, selfModifying, parentAgentId, ancestors, certificates };
  const { objections } = decide(entry, policy, now);
  return {
    ...facts,
    ...toFinding({ entry: { agent: KyaAgentSchema.parse(record), ...agreement }, objections }),
  };
}
