import { generateKeyPairSync } from "node:crypto";
import { createLogger } from "@agent-registry/service";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import type { AppDeps } from "../app.ts";
import { createFreshness } from "../http/freshness.ts";
import type { OpenAtBlock } from "../index/at-block.ts";
import { type Doubts, withDoubts } from "../reconcile/doubts.ts";
import { createSigner } from "../signing/create-signer.ts";
import { createStatusLists } from "../status-lists/create-status-lists.ts";
import { createTestApi, TEST_REGISTRY } from "./test-api.ts";
import { createTestIndex } from "./test-asked-index.ts";
import { type TestRegister, toTestTime } from "./test-rows.ts";

export const TEST_ISSUER = "https://register.example";

const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

type Options = TestRegister &
  Pick<Partial<AppDeps>, "snapshots"> & {
    doubts?: Doubts;
    /** What happens as soon as a question has opened the index. */
    onOpen?(): void;
  };

/** The app of a register that signs, with its status lists, over the rows of a made-up register. */
export async function createSigningApi({ onOpen, ...options }: Options = {}) {
  const plain = createTestApi();
  const { status: ownStatus, time } = plain;
  const status = () => (options.doubts === undefined ? ownStatus : withDoubts(ownStatus, options.doubts));
  const clock = { now: () => time.nowMs };
  const freshness = createFreshness({ status, clock });
  const signer = await createSigner({ issuer: TEST_ISSUER, key: newKey(), otherKey: newKey() });
  const rows = createTestIndex(options);
  const open: OpenAtBlock = async (pace) => {
    const opened = await rows.open(pace);
    onOpen?.();
    return opened;
  };
  const statusLists = createStatusLists({
    open,
    vouching: rows.vouching,
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
    ...options,
    index: { ...rows, open },
    clock,
    status,
    blocks: {
      isSafe: async (block) => block <= safe.block,
      getTime: async (block) => toTestTime(block),
    },
    signing: { signer, receiptTtlSeconds: 300, statusLists },
  });
  const request = async (url: string, headers: Record<string, string> = {}) =>
    await app.request(url, { headers });

  return {
    app,
    status: ownStatus,
    time,
    safe,
    /** Changes rows of the index, as the leader does. */
    execute: rows.execute,
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
