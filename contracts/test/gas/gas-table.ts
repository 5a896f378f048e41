import { readFile, writeFile } from "node:fs/promises";
import type { GasTable } from "./measure-gas.ts";

const TABLE_URL = new URL("../../gas-table.json", import.meta.url);

export async function readGasTable(): Promise<GasTable> {
  return JSON.parse(await readFile(TABLE_URL, "utf8")) as GasTable;
}

export async function writeGasTable(table: GasTable): Promise<void> {
  await writeFile(TABLE_URL, `${JSON.stringify(table, null, 2)}\n`);
}
