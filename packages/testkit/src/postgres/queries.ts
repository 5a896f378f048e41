import { randomUUID } from "node:crypto";
import pg from "pg";

/** An empty database on this server; returns its address. */
export async function createDatabaseOn(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runQuery(serverUrl, `CREATE DATABASE ${name}`);
  return new URL(`/${name}`, serverUrl).href;
}

export async function runQuery(url: string, query: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that is still starting may hang up during the handshake.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(query);
  } finally {
    await client.end();
  }
}
