// Offline KYA: what a receipt, a status list and a decision cost. Processor time, since the machine may be shared.
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBenchLists } from "@agent-registry/api/testing/bench-lists";
import { toWallet, writeRegister } from "@agent-registry/api/testing/write-register";
import { findStatus, setStatus, toListBytes } from "@agent-registry/protocol/signed";
import { verifyReceipt } from "@agent-registry/sdk/offline";
import {
  CHAIN_ID,
  createKnownAgents,
  createTestIssuer,
  NOW,
  REGISTRY,
  receiptClaims,
  WALLET,
} from "@agent-registry/sdk/testing";
import { startPostgres } from "@agent-registry/testkit";
import type { Address } from "viem";
import { median } from "./api-processes.ts";

const AGENTS = Number(process.env.AGENTS ?? 1_000_000);
const RECEIPTS = Number(process.env.RECEIPTS ?? 2_000);
const DECISIONS = Number(process.env.DECISIONS ?? 4_000_000);
const ENGINES = (process.env.ENGINES ?? "sqlite,postgres").split(",");
const BUILDS = Number(process.env.BUILDS ?? 5);

/** Milliseconds of processor time, in this process. */
async function cpu(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const tell = (what: string, value: string) => console.log(`${what.padEnd(52)} ${value}`);
const perSecond = (count: number, ms: number) => `${(count / ms / 1_000).toFixed(2)} million a second`;

async function measureReceipts(): Promise<void> {
  const register = await createTestIssuer();
  const token = await register.sign("receipt", receiptClaims());
  const input = {
    issuers: register.issuers,
    registry: REGISTRY,
    chainId: CHAIN_ID,
    wallet: WALLET,
    at: NOW,
  } as const;
  const [jwk] = register.jwks.keys;
  const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  const [header, payload, signature = ""] = token.split(".");
  const signed = Buffer.from(`${header}.${payload}`);
  const bare = () =>
    verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
  const rounds = async (run: () => unknown, count: number) => {
    for (let i = 0; i < count; i += 1) await run();
  };
  await rounds(() => verifyReceipt(token, input), 200);
  const ours = await cpu(() => rounds(() => verifyReceipt(token, input), RECEIPTS));
  const peer = await cpu(() => rounds(bare, RECEIPTS));
  tell("a receipt verified (processor time)", `${(ours / RECEIPTS).toFixed(3)} ms, ${token.length} bytes`);
  tell(
    "the bare signature by node:crypto",
    `${(peer / RECEIPTS).toFixed(3)} ms (ratio ${(ours / peer).toFixed(2)})`,
  );
}

/** The worst that compresses: every agent's fate is independent; 71 % valid, 3 % revoked, 0.1 % suspended, the rest lapsed. */
function toAgedStandings(): Uint8Array {
  const values = toListBytes(AGENTS + 1);
  let state = 1;
  for (let index = 0; index <= AGENTS; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const share = state / 2 ** 32;
    setStatus(values, index, share < 0.71 ? 0 : share < 0.74 ? 1 : share < 0.741 ? 2 : 3);
  }
  return values;
}

async function measureLists(values: Uint8Array): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-bench-"));
  const postgres = ENGINES.includes("postgres") ? await startPostgres() : undefined;
  try {
    for (const engine of ENGINES) {
      const databaseUrl = engine === "postgres" ? await postgres?.createDatabase() : undefined;
      const options = { dataDir: path.join(folder, engine), databaseUrl, agents: AGENTS };
      await writeRegister(options);
      const lists = await openBenchLists(options);
      const built: Awaited<ReturnType<typeof lists.build>>[] = [];
      for (let i = 0; i < BUILDS; i += 1) built.push(await lists.build(values));
      await lists.close();
      const [first] = built;
      if (first === undefined) throw new Error("Nothing was built");
      const times = (["cpuMs", "readMs", "buildMs"] as const).map((name) =>
        Math.round(median(built.map((each) => each[name]))),
      );
      tell(
        `${engine}: list of ${AGENTS} agents built (medians)`,
        `${times[0]} ms of processor time; by the clock ${times[1]} ms reading, ${times[2]} ms compressing and signing`,
      );
      tell("  first list: token, on the wire", `${first.tokenBytes} bytes, ${first.wireBytes} bytes`);
    }
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureDecisions(values: Uint8Array): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const agents = createKnownAgents({
    policy: {},
    maxListAgeSeconds: 900,
    maxAgents: AGENTS,
    now: () => Math.floor(Date.now() / 1_000),
  });
  // As if they were one list: a look-up costs the same in each.
  const list = {
    bytes: values,
    issuer: "",
    token: "",
    kid: "",
    size: AGENTS + 1,
    block: { number: 1, hash: "0x" as const },
  };
  const times = { issuedAt: now, expiresAt: now + 86_400, ttlSeconds: 300 };
  const kept = { uri: "", list: { ...list, ...times } };
  const wallets = Array.from({ length: AGENTS }, (_, i) => toWallet(i + 1) as Address);
  const haftungsperson = toWallet(AGENTS + 1) as Address;
  for (const [i, wallet] of wallets.entries()) {
    const binding = { issuer: "", wallet, agentId: i + 1, haftungsperson, listUri: "", index: i + 1 };
    agents.remember(
      {
        ...binding,
        consents: ["wallet", "haftungsperson"],
        issuedAt: now,
        expiresAt: now + 86_400,
        kid: "",
        signature: "",
      },
      kept,
    );
  }
  // Other strings than the keys, as they come with requests; spread over all agents.
  const asked = Array.from(
    { length: 65_536 },
    (_, i) => Buffer.from(wallets[(i * 7_919) % AGENTS] ?? "").toString() as Address,
  );
  let compliant = 0;
  const decideAll = () => {
    for (let i = 0; i < DECISIONS; i += 1)
      if (agents.decide(asked[i & 65_535] as Address).verdict === "compliant") compliant += 1;
  };
  decideAll();
  const ms = await cpu(decideAll);
  let valid = 0;
  const places = Uint32Array.from({ length: 65_536 }, (_, i) => (i * 7_919) % AGENTS);
  const lookUp = () => {
    for (let i = 0; i < DECISIONS; i += 1) if (findStatus(values, places[i & 65_535] ?? 0) === 0) valid += 1;
  };
  lookUp();
  const lookUpMs = await cpu(lookUp);
  tell(`decide(wallet) at ${AGENTS} agents`, perSecond(DECISIONS, ms));
  tell("the look-up by number alone", perSecond(DECISIONS, lookUpMs));
  if (compliant === 0 || valid === 0) throw new Error("Nobody was compliant");
}

const values = toAgedStandings();
await measureReceipts();
await measureDecisions(values);
if (ENGINES[0] !== "none") await measureLists(values);
