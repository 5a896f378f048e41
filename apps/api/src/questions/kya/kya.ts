import {
  CACHE_TTL_MS,
  isAddressShaped,
  isCompliant,
  KyaAgentSchema,
  KyaResponse,
} from "@agent-registry/protocol";
import type { Context } from "hono";
import { type Address, getAddress, isAddress } from "viem";
import { invalidWallet } from "../../http/parse-request.ts";
import { defineQuestion } from "../../http/question.ts";
import { kyaAgent, NOW, WALLET } from "../shared/examples.ts";
import { toKyaAgent } from "../shared/to-agent.ts";

const given = (c: Context) => c.req.param("wallet") ?? "";
const hasCapitals = (address: string) => address !== address.toLowerCase();

/** Know Your Agent: whether the agent of a wallet is registered and compliant. */
export const kya = defineQuestion({
  path: "/kya/:wallet",
  response: KyaResponse,
  keptMs: CACHE_TTL_MS.kya,
  isUnique: true,
  parse(c) {
    const wallet = given(c);
    if (!isAddressShaped(wallet)) throw invalidWallet(wallet);
    return { wallet: wallet.toLowerCase() as Address };
  },
  // Capitals claim a checksum, and a mistyped one is refused. The answer states the right spelling, so that nothing has
  // to be hashed: `isAddress` takes 40 us, as long as the rest of the check, cached or not.
  parseStrictly(c) {
    const wallet = given(c);
    if (hasCapitals(wallet) && !isAddress(wallet)) throw invalidWallet(wallet);
  },
  lookUp: (lookUps, { wallet }) => lookUps.walletEntry(wallet),
  answer(agent, asked, { now, clock }) {
    // The register has the checksummed form; working it out takes longer than the look-up.
    const wallet = agent?.agentWallet ?? getAddress(asked.wallet);
    const body = {
      wallet,
      isRegistered: agent !== undefined,
      isCompliant: agent !== undefined && isCompliant(agent, now()),
      agent: agent === undefined ? null : toKyaAgent(agent),
      checkedAt: new Date(clock.now()).toISOString(),
    };
    return {
      body,
      accept(c) {
        const spelled = given(c);
        if (spelled !== wallet && hasCapitals(spelled)) throw invalidWallet(spelled);
      },
    };
  },
  schemas: { KyaAgent: KyaAgentSchema, Kya: KyaResponse },
  doc: {
    operationId: "getKya",
    tag: "Know Your Agent",
    summary: "Know Your Agent: is this wallet's agent registered and compliant?",
    answer: "Also for a wallet without an agent. Cached for 1 minute",
    example: {
      wallet: WALLET,
      isRegistered: true,
      isCompliant: true,
      agent: kyaAgent,
      checkedAt: NOW,
    },
  },
});
