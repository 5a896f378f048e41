import type { Clock, Logger } from "@agent-registry/service";
import type { ApiConfig } from "./config.ts";
import type { Index } from "./create-index.ts";
import { createFreshness } from "./http/freshness.ts";
import type { Signing } from "./http/register.ts";
import { createSigner } from "./signing/create-signer.ts";
import { createStatusLists } from "./status-lists/create-status-lists.ts";

/** What the register signs with, and the lists that it keeps; undefined without a key. */
export async function startSigning({
  config,
  index,
  clock,
  logger,
}: {
  config: ApiConfig;
  index: Index;
  clock: Clock;
  logger: Logger;
}): Promise<(Signing & { stop(): Promise<void> }) | undefined> {
  const { SIGNING_KEY_FILE: key, SIGNING_KEY_NEXT_FILE: otherKey, ISSUER_URL: issuer } = config;
  if (key === undefined || issuer === undefined) return undefined;
  const signer = await createSigner({ issuer, key, otherKey });
  const statusLists = createStatusLists({
    open: index.asked.open,
    vouching: index.asked.vouching,
    freshness: createFreshness({
      status: index.status,
      clock,
      maxHeadAgeSeconds: config.MAX_HEAD_AGE_SECONDS,
    }),
    signer,
    registryAddress: config.REGISTRY_ADDRESS,
    ttlSeconds: config.STATUS_LIST_TTL_SECONDS,
    lifetimeSeconds: config.STATUS_LIST_LIFETIME_SECONDS,
    buildSeconds: config.STATUS_LIST_BUILD_SECONDS,
    clock,
    logger,
  });
  statusLists.start();
  return {
    signer,
    receiptTtlSeconds: config.RECEIPT_TTL_SECONDS,
    statusLists,
    stop: statusLists.stop,
  };
}
