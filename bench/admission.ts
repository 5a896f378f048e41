// What it costs a provider to admit a request: if the register was asked and its answer is kept for a minute, and offline,
// by a binding that comes with each request; with viem finding out who signed, and with tiny-secp256k1. Processor
// time. secp256k1 must be compiled, which our set-up never does: name a folder in which it was installed by SECP256K1_IN.
import { createRequire } from "node:module";
import path from "node:path";
import { toListBytes } from "@agent-registry/protocol/signed";
import type { AdmissionOptions } from "@agent-registry/sdk";
import { withCompliantAgent } from "@agent-registry/sdk/fetch";
import { createOfflineKya } from "@agent-registry/sdk/offline";
import {
  bindingClaims,
  chainId,
  craftSignature,
  createTestIssuer,
  listClaims,
  longRunningNonceStore,
  registryAddress,
  scriptRegister,
} from "@agent-registry/sdk/testing";
import { recover } from "tiny-secp256k1";
import { type Address, type Hash, type Hex, hexToBytes, keccak256 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { median } from "./api-processes.ts";

const REQUESTS = Number(process.env.REQUESTS ?? 500);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const AGENTS = 20;
const HOST = "provider.test";

const now = () => Math.floor(Date.now() / 1000);
const agents = Array.from({ length: AGENTS }, () => privateKeyToAccount(generatePrivateKey()));
const wallets = agents.map(({ address }) => address);
const issuer = await createTestIssuer();
const own = { chainId, registry: registryAddress };
const bindings = await Promise.all(
  wallets.map((wallet, i) =>
    issuer.sign("binding", bindingClaims({ ...own, wallet, agentId: i + 1, now: now() })),
  ),
);
const list = await issuer.sign(
  "statusList",
  listClaims({ ...own, bytes: toListBytes(100), issuedAt: now(), lifetimeSeconds: 900 }),
);
const registry = scriptRegister({ compliant: wallets, now });

function recoverQuickly(hash: Hash, signature: Hex): Address {
  const bytes = hexToBytes(signature);
  const recoveryId = ((bytes[64] ?? 0) - 27) as 0 | 1;
  const key = recover(hexToBytes(hash), bytes.subarray(0, 64), recoveryId, false);
  if (key === null) throw new Error("Nobody can have made this signature");
  return `0x${keccak256(key.subarray(1)).slice(-40)}`;
}

type Native = {
  ecdsaRecover(signature: Uint8Array, recoveryId: number, hash: Uint8Array, compressed: boolean): Uint8Array;
};

function recoverNatively(folder: string) {
  const secp256k1: Native = createRequire(path.resolve(folder, "package.json"))("secp256k1");
  return (hash: Hash, signature: Hex): Address => {
    const bytes = hexToBytes(signature);
    const recoveryId = (bytes[64] ?? 0) - 27;
    const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), recoveryId, hexToBytes(hash), false);
    return `0x${keccak256(key.subarray(1)).slice(-40)}`;
  };
}

/** Each is signed for itself, as agents do. Proofs hold for a minute, so they are made for each round. */
async function signRequests(): Promise<Request[]> {
  const requests: Request[] = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const signer = agents[i % AGENTS] ?? agents[0];
    if (signer === undefined) throw new Error("There are no agents");
    const signature = await craftSignature({ signer, host: `http://${HOST}`, issuedAt: now() });
    const headers = { ...signature, "agent-binding": bindings[i % AGENTS] ?? "" };
    requests.push(new Request(`http://${HOST}/jobs`, { method: "POST", body: "work", headers }));
  }
  return requests;
}

/** Milliseconds of processor time for one request. */
async function measure(options: Partial<AdmissionOptions>): Promise<number> {
  const handle = withCompliantAgent(
    { registry, hosts: [`http://${HOST}`], nonceStore: longRunningNonceStore(), ...options },
    () => new Response("served"),
  );
  const requests = await signRequests();
  const before = process.cpuUsage();
  for (const request of requests) {
    const { status } = await handle(request);
    if (status !== 200) throw new Error(`A request was answered ${status}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / REQUESTS;
}

const source = createOfflineKya({ issuers: issuer.issuers, ...own, fetch: async () => new Response(list) });
const ways: Record<string, Partial<AdmissionOptions>> = {
  "the register was asked, viem": { source: "api" },
  "the register was asked, tiny-secp256k1": { source: "api", recoverAddress: recoverQuickly },
  "offline, viem": { source },
  "offline, tiny-secp256k1": { source, recoverAddress: recoverQuickly },
};
const { SECP256K1_IN } = process.env;
if (SECP256K1_IN !== undefined)
  ways["offline, secp256k1 (native)"] = { source, recoverAddress: recoverNatively(SECP256K1_IN) };
const times = new Map<string, number[]>();
// The first round warms up; then all take turns.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const [name, options] of Object.entries(ways)) {
    const ms = await measure(options);
    if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
  }
source.close();

const today = median(times.get("the register was asked, viem") ?? []);
for (const [name, all] of times) {
  const ms = median(all);
  const rate = `${Math.round(1_000 / ms)} a second`;
  console.log(`${name.padEnd(42)} ${ms.toFixed(2)} ms, ${rate}, ${(today / ms).toFixed(1)} times`);
}
