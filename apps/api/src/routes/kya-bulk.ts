import {
  apiErrors,
  BulkKyaRequest,
  type BulkKyaResponse,
  decide,
  isCompliant,
  KYA_MAX_SILENCE_MS,
  MAX_BULK_BODY_BYTES,
  NOT_A_WALLET,
  type Policy,
} from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Address, getAddress, isAddress } from "viem";
import type { WalletStanding } from "../index-store/index-reader.ts";
import { replyJson } from "../responses/reply.ts";
import { parseJsonBody, requireJson } from "./parse-body.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "freshness" | "clock">;
type Question = { wallets: string[]; policy: Policy };

/** Many wallets at once, by the caller's policy. Computed for every request and cached nowhere. */
export function kyaBulkRoute({ reader, freshness, clock }: Deps) {
  async function answer({ wallets, policy }: Question): Promise<BulkKyaResponse> {
    const keys = wallets.map((wallet) => wallet.toLowerCase() as Address);
    const found = await reader.findWalletStandings([...new Set(keys)], {
      withAncestors: policy.lineage === "ancestors",
    });
    if (found === undefined) throw new HttpError(500, apiErrors.rpcFailure("the index holds no block yet"));
    const now = freshness.now();
    const data = keys.map((key, place) => {
      const standing = found.byWallet.get(key) ?? null;
      return {
        wallet: toWallet({ given: wallets[place] ?? "", place, standing }),
        isRegistered: standing !== null,
        isCompliant: standing !== null && isCompliant(standing, now),
        agentId: standing === null ? null : standing.agentId,
        ...decide(standing, policy, now),
      };
    });
    return { checkedAt: new Date(clock.now()).toISOString(), block: found.block, data };
  }

  return new Hono().post(
    "/kya",
    requireJson,
    bodyLimit({
      maxSize: MAX_BULK_BODY_BYTES,
      onError: () => {
        throw new HttpError(413, apiErrors.bodyTooLarge(MAX_BULK_BODY_BYTES));
      },
    }),
    async (c) => {
      const { wallets, policy = {} } = parseJsonBody(await c.req.text(), BulkKyaRequest);
      // In an outage no record states the right spelling, and what is mistyped is refused all the same.
      if (freshness.findProblem(KYA_MAX_SILENCE_MS) !== null) {
        for (const [place, wallet] of wallets.entries()) if (!isAddress(wallet)) throw notAWallet(place);
      }
      freshness.assertFresh(KYA_MAX_SILENCE_MS);
      return replyJson(c, 200, await answer({ wallets, policy }));
    },
  );
}

/**
 * The checksummed form. Capitals claim a checksum, and a mistyped one is refused. A record states the right spelling,
 * so that only wallets without one have to be hashed: a thousand hashes take longer than the rest of the answer.
 */
function toWallet(input: { given: string; place: number; standing: WalletStanding | null }): Address {
  const { given, place, standing } = input;
  const checksummed = standing?.agentWallet ?? getAddress(given.toLowerCase());
  if (given !== checksummed && given !== given.toLowerCase()) throw notAWallet(place);
  return checksummed;
}

function notAWallet(place: number): HttpError {
  return new HttpError(400, `Invalid wallets[${place}]: ${NOT_A_WALLET}`);
}
