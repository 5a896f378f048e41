import type { KyaAtResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { getAddress } from "viem";
import { toKyaAgent } from "../serializers/to-agent.ts";
import { askAsOf, judgePast, parseMoment } from "./ask-as-of.ts";
import { parseWallet } from "./parse-request.ts";
import type { RouteDeps } from "./route-deps.ts";

const NOBODY = {
  isRegistered: false,
  isCompliant: false,
  reason: "not-registered",
  agent: null,
  consents: null,
  refusals: null,
} as const;

/** What `/kya` would have answered at a moment of the past. */
export function kyaAtRoute(deps: Pick<RouteDeps, "reader" | "responses" | "blocks">) {
  return new Hono().get("/kya/:wallet/at", (c) => {
    const wallet = parseWallet(c);
    const moment = parseMoment(c);
    return deps.responses.datedJson(c, async () => {
      const { asOf, now, record, maxAgeSeconds } = await askAsOf(deps, { key: { wallet }, moment });
      const value: KyaAtResponse =
        // A wallet that was released from its record had no entry.
        record === undefined || record.isWalletReleased
          ? { wallet: record?.agentWallet ?? getAddress(wallet), asOf, ...NOBODY }
          : {
              wallet: record.agentWallet,
              asOf,
              isRegistered: true,
              agent: toKyaAgent(record),
              ...judgePast(record, now),
            };
      return { value, maxAgeSeconds };
    });
  });
}
