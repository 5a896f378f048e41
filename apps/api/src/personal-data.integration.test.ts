import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { registryAbi, toWireRequest } from "@agent-registry/protocol";
import {
  type DevAccount,
  deployLocally,
  devAccount,
  devAccounts,
  findFreePorts,
  type LocalChain,
  signedRequest,
  startChain,
  waitUntil,
} from "@agent-registry/testkit";
import { sql } from "kysely";
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from "viem";
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
  let forwarderAddress: Address;
  let folder: string;
  let dataDir: string;
  let relayerDir: string;
  let kept: Kept[];
  const places = new Map<string, string>();

  before(async () => {
    chain = await startChain();
    ({ registryAddress, forwarderAddress } = await deployLocally(chain));
    folder = await mkdtemp(path.join(tmpdir(), "agent-registry-notary-"));
    dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-api-"));
    relayerDir = await mkdtemp(path.join(tmpdir(), "agent-registry-relayer-"));
    kept = createFile(randomBytes(32));
    await writeFile(path.join(folder, "certified.json"), JSON.stringify(kept));
    await certifyAll();
    await relayOne();
    await readChain();
    await askService();
    await readDatabase();
  });
  after(async () => {
    await chain?.stop();
    for (const each of [folder, dataDir, relayerDir])
      if (each !== undefined) await rm(each, { recursive: true });
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

  /** A service as it runs in production, which writes every line that it can. Returns what it wrote. */
  async function runService(
    app: "api" | "relayer",
    env: Record<string, string>,
    use: (url: string) => Promise<void>,
  ): Promise<string> {
    const ports = await findFreePorts(["own", "metrics"]);
    const port = String(ports.own);
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL(`../../${app}/src/main.ts`, import.meta.url))],
      {
        env: {
          ...{ PATH: process.env.PATH, RPC_URL: chain.rpcUrl, REGISTRY_ADDRESS: registryAddress },
          ...{ [app === "api" ? "PORT" : "RELAYER_PORT"]: port, METRICS_PORT: String(ports.metrics) },
          ...{ LOG_LEVEL: "trace", ...env },
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const exited = once(child, "exit");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    const url = `http://127.0.0.1:${port}`;
    const isReady = async () => {
      assert.equal(child.exitCode, null, output);
      return (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200;
    };
    try {
      await waitUntil(isReady, `the ${app} to be ready`);
      await use(url);
    } finally {
      child.kill("SIGTERM");
      await exited;
    }
    return output;
  }

  /** The notary's and the person's words go over the relayer, which keeps and logs requests. */
  async function relayOne(): Promise<void> {
    const { person, ref } = kept.at(-1) as Kept;
    const until = BigInt((await chain.now()) + 20_000_000);
    const deployment = { chainId: chain.chainId, forwarderAddress, registryAddress };
    const calls = [
      [NOTARY, { functionName: "certifyPerson", args: [person, 1, 2, until, ref] }],
      [PERSONS.at(-1), { functionName: "acceptCertificate", args: [NOTARY.address, 1, 2, until] }],
    ] as const;
    const env = {
      FORWARDER_ADDRESS: forwarderAddress,
      RELAYER_KEY: toHex(devAccounts.relayer.getHdKey().privateKey ?? new Uint8Array()),
      DATA_DIR: relayerDir,
    };
    const log = await runService("relayer", env, async (url) => {
      for (const [signer, call] of calls) {
        const data = encodeFunctionData({ abi: registryAbi, ...call });
        const signed = await signedRequest({ signer: signer as DevAccount, deployment, overrides: { data } });
        const body = JSON.stringify({ request: toWireRequest(signed.request), signature: signed.signature });
        const headers = { "Content-Type": "application/json" };
        const response = await fetch(`${url}/relay`, { method: "POST", headers, body });
        assert.equal(response.status, 200, await response.text());
      }
    });
    places.set("log of the relayer", log);
  }

  async function askService(): Promise<void> {
    const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "100000", POLL_INTERVAL_MS: "50" };
    const log = await runService("api", env, async (url) => {
      const persons = PERSONS.flatMap(({ address }) => [
        `/haftungsperson/${address}`,
        `/haftungsperson/${address}/feed.atom`,
        `/kya/${address}`,
      ]);
      const others = ["/notaries", `/notary/${NOTARY.address}`, "/filings", "/feeds/filings.atom", "/agents"];
      for (const path of [...persons, ...others])
        places.set(`answer to ${path}`, await (await fetch(`${url}/api/v1${path}`)).text());
    });
    places.set("log of the query API", log);
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
    for (const each of [dataDir, relayerDir])
      for (const name of await readdir(each))
        places.set(`file ${path.join(each, name)}`, await readFile(path.join(each, name), "latin1"));
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
    for (const name of ["log of the query API", "log of the relayer"])
      assert.ok((places.get(name)?.length ?? 0) > 0, `a ${name} was written`);
    const relayed = findPlaces(kept.at(-1)?.ref.slice(2) ?? "");
    assert.ok(
      relayed.some((name) => name.includes(relayerDir)),
      "the relayer has kept what it carried",
    );
    assert.ok(findPlaces(toHex("A life").slice(2)).length > 0, "a text in the clear would have been found");
  });
});
