import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { createLogger, type Logger, systemClock } from "@agent-registry/service";
import { sql } from "kysely";
import { createLedger } from "./create-ledger.ts";

it("the SQLite ledger is one file that waits for the disk with each commit, so that a power cut loses no payment", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-ledger-"));
  const logger = createLogger({ name: "relayer", level: "silent" });
  const ledger = await createLedger({ databaseUrl: undefined, dataDir, clock: systemClock, logger });
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(ledger.db);
  const isThere = existsSync(path.join(dataDir, "relayer.sqlite"));
  await ledger.stop();
  await rm(dataDir, { recursive: true });
  assert.deepEqual([rows[0]?.synchronous, isThere], [2, true]);
  await assert.rejects(sql`select 1`.execute(ledger.db), "what is stopped has let go of the file");
});

it("a ledger that waits for its PostgreSQL server says so in the log", async () => {
  let connections = 0;
  // It is starting when it is asked first, and then it does not know the user.
  const server = createServer((socket) => {
    connections += 1;
    const [code, message] = connections === 1 ? ["57P03", "starting up"] : ["28P01", "no such user"];
    socket.on("error", () => {});
    socket.once("data", () => socket.end(toErrorResponse(code, message)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const warnings: unknown[] = [];
  const logger = { warn: (fields: unknown) => warnings.push(fields) } as unknown as Logger;
  const databaseUrl = `postgres://relayer@127.0.0.1:${port}/relayer`;
  await assert.rejects(createLedger({ databaseUrl, dataDir: "", clock: systemClock, logger }), {
    message: "DATABASE_URL does not work: no such user.",
  });
  server.close();
  assert.deepEqual(warnings, [{ reason: "57P03 starting up" }]);
});

/** How PostgreSQL refuses a connection: a letter, the length, and fields that end with a zero byte. */
function toErrorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
