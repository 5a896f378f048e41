import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  findFreePort,
  type LocalChain,
  startChain,
  waitUntil,
} from "@agent-registry/testkit";
import { sql } from "kysely";
import { type Address, type Hex, keccak256, toHex } from "viem";
import { createRegister } from "./testing/register-calls.ts";
import { inspect } from "./testing/test-index.ts";

const NOTARY = devAccount(8);
const PERSONS = [9, 10, 11, 12].map(devAccount);
const FIELDS = ["fileNumber", "name", "documentNumber", "birthDate", "homeAddress"] as const;

type Kept = Record<(typeof FIELDS)[number], string> & { person: Address; ref: Hex };

/** What a notary keeps of the persons that it has certified, in a file of its own: twenty markers of personal data. */
function createFile(key: Buffer): Kept[] {
  return PERSONS.map(({ address }) => {
    const marked = FIELDS.map((field) => [field, `${field}-${randomBytes(6).toString("hex")}`]);
    const data = Object.fromEntries(marked) as Record<(typeof FIELDS)[number], string>;
    const ref = `0x${createHmac("sha256", key).update(data.fileNumber).digest("hex")}` as const;
    return { ...data, person: address, ref };
  });
}

/** A marker as it could stand somewhere. A hash without a key counts, since a guess can be checked by it. */
function toForms(marker: string): string[] {
  const bytes = Buffer.from(marker);
  const hashes = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(bytes).digest("hex"));
  const encoded = [bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")];
  return [marker, ...encoded, ...hashes, keccak256(bytes).slice(2)].map((form) => form.toLowerCase());
}

describe("personal data that a notary keeps", () => {
  let chain: LocalChain;
  let registryAddress: Address;
  let folder: string;
  let dataDir: string;
  let kept: Kept[];
  const places = new Map<string, string>();

  before(async () => {
    chain = await startChain();
    registryAddress = (await deployLocally(chain)).registryAddress;
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-notary-"));
    dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-api-"));
    kept = createFile(randomBytes(32));
    await writeFile(path.join(folder, "certified.json"), JSON.stringify(kept));
    await certifyAll();
    await readChain();
    await askService();
    await readDatabase();
  });
  after(async () => {
    await chain?.stop();
    for (const each of [folder, dataDir]) if (each !== undefined) await rm(each, { recursive: true });
  });

  /** One is not accepted, one ended, and the notary leaves and comes back. */
  async function certifyAll(): Promise<void> {
    const register = createRegister({ chain, registryAddress });
    const terms = { kind: 1, level: 3, until: BigInt((await chain.now()) + 10_000_000) };
    const [first, second, third] = PERSONS as [DevAccount, DevAccount, DevAccount];
    await register.setNotary(NOTARY.address, true);
    for (const { person, ref } of kept) await register.certify(NOTARY, person, { ...terms, ref });
    for (const person of [first, second, third])
      await register.acceptCertificate(person, NOTARY.address, terms);
    await register.endCertificate(devAccounts.owner, third.address, NOTARY.address);
    await register.setNotary(NOTARY.address, false);
    await register.setNotary(NOTARY.address, true);
    await register.register(first, { agentWallet: first.address });
  }

  async function readChain(): Promise<void> {
    const newest = await chain.reader.getBlockNumber();
    for (let blockNumber = 0n; blockNumber <= newest; blockNumber += 1n) {
      const block = await chain.reader.getBlock({ blockNumber, includeTransactions: true });
      const logs = await chain.reader.getLogs({ fromBlock: blockNumber, toBlock: blockNumber });
      const found = [
        ...block.transactions.map(({ input }) => input),
        ...logs.flatMap(({ data, topics }) => [data, ...topics]),
      ];
      places.set(`block ${blockNumber}`, found.join(" "));
    }
  }

  /** The service as it runs in production, with every line that it can write. */
  async function askService(): Promise<void> {
    const port = await findFreePort();
    const child = spawn(process.execPath, [fileURLToPath(new URL("./main.ts", import.meta.url))], {
      env: {
        ...{ PATH: process.env.PATH, PORT: String(port), METRICS_PORT: String(await findFreePort()) },
        ...{ DATA_DIR: dataDir, REGISTRY_ADDRESS: registryAddress, RPC_URL: chain.rpcUrl },
        ...{ RATE_LIMIT_PER_MINUTE: "100000", POLL_INTERVAL_MS: "50", LOG_LEVEL: "trace" },
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "exit");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    try {
      const ask = async (url: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${url}`);
        return { status: response.status, text: await response.text() };
      };
      const isReady = async () => {
        assert.equal(child.exitCode, null, output);
        return (await ask("/ready").catch(() => undefined))?.status === 200;
      };
      await waitUntil(isReady, "the service to be ready");
      const persons = PERSONS.flatMap(({ address }) => [
        `/haftungsperson/${address}`,
        `/haftungsperson/${address}/feed.atom`,
        `/kya/${address}`,
      ]);
      const others = ["/notaries", `/notary/${NOTARY.address}`, "/filings", "/feeds/filings.atom", "/agents"];
      for (const url of [...persons, ...others])
        places.set(`answer to ${url}`, (await ask(`/api/v1${url}`)).text);
    } finally {
      child.kill("SIGTERM");
      await exited;
    }
    places.set("log", output);
  }

  async function readDatabase(): Promise<void> {
    const { db, close } = await inspect({ dataDir });
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      db,
    );
    for (const { name } of tables.rows) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      places.set(`table ${name}`, JSON.stringify(rows));
    }
    await close();
    for (const name of await readdir(dataDir))
      places.set(`file ${name}`, await readFile(path.join(dataDir, name), "latin1"));
  }

  const findPlaces = (wanted: string) =>
    [...places].filter(([, text]) => text.toLowerCase().includes(wanted)).map(([name]) => name);

  it("is in no block, table, log or answer, plainly or as a hash without a key", async () => {
    const markers = kept.flatMap((person) => FIELDS.map((field) => person[field]));
    assert.equal(new Set(markers).size, 20);
    const file = await readFile(path.join(folder, "certified.json"), "utf8");
    for (const marker of markers) {
      assert.ok(file.includes(marker), "the notary keeps it");
      for (const form of toForms(marker)) assert.deepEqual(findPlaces(form), [], `${marker} as ${form}`);
    }
  });

  it("is found by the reference alone, which stands in the chain, the index and the list of filings", () => {
    assert.equal(new Set(kept.map(({ ref }) => ref)).size, PERSONS.length);
    for (const { ref } of kept) {
      const found = findPlaces(ref.slice(2));
      for (const name of ["table filings", "answer to /filings"]) assert.ok(found.includes(name), name);
      assert.ok(found.some((name) => name.startsWith("block ")));
    }
    assert.ok((places.get("log")?.length ?? 0) > 0, "the service has written a log");
    assert.ok(findPlaces(toHex("A life").slice(2)).length > 0, "a text in the clear would have been found");
  });
});
