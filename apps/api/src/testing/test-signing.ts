import { generateKeyPairSync } from "node:crypto";
import { createLogger } from "@agent-registry/service";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import { createFreshness } from "../responses/freshness.ts";
import { createSigner } from "../signing/create-signer.ts";
import type { SnapshotFolder } from "../snapshots/snapshot-folder.ts";
import { createStatusLists } from "../status-lists/create-status-lists.ts";
import { createMemoryIndex, type MemoryIndexData } from "./memory-index.ts";
import { createTestApi, TEST_REGISTRY } from "./test-api.ts";

export const TEST_ISSUER = "https://register.example";

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

/** The app of a register that signs, over an index in memory. */
export async function createSigningApi(
  data: MemoryIndexData & { reader?: ReturnType<typeof createMemoryIndex>; snapshots?: SnapshotFolder } = {},
) {
  const plain = createTestApi();
  const { status, time } = plain;
  const clock = { now: () => time.nowMs };
  const freshness = createFreshness({ status: () => status, clock });
  const signer = await createSigner({ issuer: TEST_ISSUER, key: newKey(), otherKey: newKey() });
  const reader = data.reader ?? createMemoryIndex(data);
  const statusLists = createStatusLists({
    reader,
    freshness,
    signer,
    registryAddress: TEST_REGISTRY,
    ttlSeconds: 300,
    lifetimeSeconds: 900,
    buildSeconds: 60,
    clock,
    logger: createLogger({ name: "test", level: "silent" }),
  });
  const safe = { block: 100 };
  const { app } = createTestApi({
    reader,
    clock,
    status: () => status,
    snapshots: data.snapshots,
    signing: { signer, receiptTtlSeconds: 300, statusLists, isSafe: async (block) => block <= safe.block },
  });
  const request = async (url: string, headers: Record<string, string> = {}) =>
    await app.request(url, { headers });

  return {
    status,
    time,
    safe,
    pass: plain.pass,
    passInSilence: plain.passInSilence,
    statusLists,
    request,
    /** Asks for a token, which must be there and well signed. */
    async getToken(url: string) {
      const response = await request(url);
      const token = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${token}`);
      const { payload } = await compactVerify(token, createLocalJWKSet(signer.jwks));
      const claims = JSON.parse(new TextDecoder().decode(payload));
      return { claims, header: decodeProtectedHeader(token), headers: response.headers };
    },
    async getError(url: string) {
      const response = await request(url);
      return [response.status, ((await response.json()) as { error: string }).error] as const;
    },
  };
}
