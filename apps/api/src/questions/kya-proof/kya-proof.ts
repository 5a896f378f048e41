import { CACHE_TTL_MS, KyaProofResponse, MAX_POLICY_NOTARIES } from "@agent-registry/protocol";
import { type Address, isAddress } from "viem";
import { z } from "zod";
import { defineQuestion } from "../../http/question.ts";
import { BLOCK, NOTARY, REGISTRY, WALLET } from "../shared/examples.ts";

/** In lower case, each once and in order: however they are asked for, the proof is the same. */
const Query = z.object({
  notaries: z
    .string()
    .default("")
    .transform((given) => (given === "" ? [] : given.split(",")))
    .refine(
      (given) => given.length <= MAX_POLICY_NOTARIES && given.every((notary) => isAddress(notary)),
      `must be at most ${MAX_POLICY_NOTARIES} addresses, separated by commas`,
    )
    .transform((given) => [...new Set(given.map((notary) => notary.toLowerCase() as Address))].sort())
    .meta({
      type: "string",
      description: `Notaries whose certificates about the Haftungsperson are to be proven: at most ${MAX_POLICY_NOTARIES} addresses, separated by commas`,
      example: NOTARY,
    }),
});

/** A proof of what `/kya` answers, from the chain itself, so that a verifier need not believe this register. */
export const kyaProof = defineQuestion({
  path: "/kya/:wallet/proof",
  query: Query,
  response: KyaProofResponse,
  keptMs: CACHE_TTL_MS.kyaProof,
  // Each costs an RPC node three calls, and the index needs the same nodes.
  lane: { atOnce: 4, maxWaiting: 32 },
  ask: async ({ wallet, notaries }, { proofs }) => ({ body: await proofs.collect(wallet, notaries) }),
  schemas: { KyaProof: KyaProofResponse },
  doc: {
    operationId: "getKyaProof",
    tag: "Know Your Agent",
    summary: "A proof of a wallet's entry, from the chain's own storage",
    description:
      "Header and Merkle proofs (EIP-1186) of one block: the register need not be believed, only whoever tells you the block's hash. Check it with `agent-registry verify` or the SDK's `verifyKya`, against RPC nodes of your own. For a wallet without an agent it proves that there is none, and whether the wallet was replaced in the record of one, or left it. With `notaries` it also proves what each of them has certified about the Haftungsperson, and whether the notary is accredited. Nodes prove their newest blocks alone, so keep what you decide upon.",
    answer: "Also for a wallet without an agent. Cached for 1 minute",
    // Cut short: real nodes are some hundred bytes long each.
    example: {
      v: 1,
      chainId: 84_532,
      registry: REGISTRY,
      wallet: WALLET,
      block: { ...BLOCK, header: "0xf9026ea0" },
      accountProof: ["0xf90211a0"],
      storageProof: [{ key: `0x${"0e".repeat(32)}`, proof: ["0xf90211a0"] }],
    },
    responses: {
      400: {
        description:
          "Not an address: `Invalid wallet address: <value>`; or `Invalid notaries: <what they must be>`",
      },
      501: { description: "`This register's RPC node gives no proofs`" },
      503: {
        description:
          "Too many proofs are being collected at the moment; `Retry-After` says when to try again",
      },
    },
  },
});
