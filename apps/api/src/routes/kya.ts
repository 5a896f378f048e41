import { apiErrors, CACHE_TTL_MS, isCompliant, type KyaResponse } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import { Hono } from "hono";
import { type Address, getAddress, isAddress } from "viem";
import type { WalletEntry } from "../index-store/index-store.ts";
import { toKyaAgent } from "../shapes/to-agent.ts";
import type { RouteDeps } from "./route-deps.ts";

type Deps = Pick<RouteDeps, "reader" | "answers" | "freshness" | "clock">;

const SHAPE = /^0x[0-9a-fA-F]{40}$/;

export function kyaRoute({ reader, answers, freshness, clock }: Deps) {
  function check(wallet: Address, agent: WalletEntry | undefined): KyaResponse {
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
    // In an outage there is no answer to hold it against, as `accept` does below.
    const isOutage = () => freshness.findProblem(CACHE_TTL_MS.kya) !== null;
    if (given !== wallet && isOutage() && !isAddress(given)) throw invalidWallet(given);
    return answers.cachedJson(c, {
      key: `kya/${wallet}`,
      ttlMs: CACHE_TTL_MS.kya,
      isUnique: true,
      produce() {
        const found = reader.findWalletEntry(wallet);
        return found instanceof Promise ? found.then((entry) => check(wallet, entry)) : check(wallet, found);
      },
      // Any upper-case letter claims a checksum, and a mistyped one must not get through. The answer
      // begins with the right spelling, so it need not be worked out again.
      accept(body) {
        if (given !== wallet && !body.startsWith(`{"wallet":"${given}"`)) throw invalidWallet(given);
      },
    });
  });
}

function invalidWallet(given: string): HttpError {
  return new HttpError(400, apiErrors.invalidWallet(given));
}
