import { CACHE_TTL_MS, isCompliant, KYA_MAX_SILENCE_MS, type KyaResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { type Address, getAddress, isAddress } from "viem";
import { toKyaAgent } from "../serializers/to-agent.ts";
import { invalidWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "responses" | "freshness" | "clock">;

const SHAPE = /^0x[0-9a-fA-F]{40}$/;

export function kyaRoute({ reader, responses, freshness, clock }: Deps) {
  async function check(wallet: Address): Promise<KyaResponse> {
    const agent = await reader.findWalletEntry(wallet);
    return {
      // The register has the checksummed form; working it out takes longer than the look-up.
      wallet: agent?.agentWallet ?? getAddress(wallet),
      isRegistered: agent !== undefined,
      isCompliant: agent !== undefined && isCompliant(agent, freshness.now()),
      agent: agent === undefined ? null : toKyaAgent(agent),
      checkedAt: new Date(clock.now()).toISOString(),
    };
  }

  return new Hono().get("/kya/:wallet", (c) => {
    const given = c.req.param("wallet");
    if (!SHAPE.test(given)) throw invalidWallet(given);
    const wallet = given.toLowerCase() as Address;
    const hasCapitals = given !== wallet;
    // In an outage there is no response that states the right spelling.
    const isOutage = () => freshness.findProblem(KYA_MAX_SILENCE_MS) !== null;
    if (hasCapitals && isOutage() && !isAddress(given)) throw invalidWallet(given);
    return responses.cachedJson(c, {
      key: `kya/${wallet}`,
      ttlMs: CACHE_TTL_MS.kya,
      isUnique: true,
      produce: () => check(wallet),
      // Capitals claim a checksum, and a mistyped one is refused. The response states the right spelling, so that
      // nothing has to be hashed: `isAddress` takes 40 us, as long as the rest of the check, cached or not.
      accept(body) {
        if (hasCapitals && !body.startsWith(`{"wallet":"${given}"`)) throw invalidWallet(given);
      },
    });
  });
}
