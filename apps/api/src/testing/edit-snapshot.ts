import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** The lines of a snapshot, without their newlines. */
export async function readSnapshotLines(file: string): Promise<string[]> {
  return zstdDecompressSync(await readFile(file))
    .toString()
    .trimEnd()
    .split("\n");
}

/** Writes lines as a snapshot; `isSealed` gives it a digest that is right for them. */
export async function writeSnapshotLines(
  file: string,
  lines: string[],
  { isSealed = false }: { isSealed?: boolean } = {},
): Promise<void> {
  const body = lines.slice(0, -1);
  const sha256 = createHash("sha256")
    .update(body.map((line) => `${line}\n`).join(""))
    .digest("hex");
  const trailer = isSealed ? JSON.stringify({ ...JSON.parse(lines.at(-1) ?? "{}"), sha256 }) : lines.at(-1);
  await writeFile(file, zstdCompressSync(`${[...body, trailer].join("\n")}\n`));
}

/** Where the lines of a table's rows begin. */
export const findRows = (lines: string[], table: string) =>
  lines.findIndex((line) => line.startsWith(`{"table":"${table}"`)) + 1;
export const withLine = (lines: string[], place: number, change: (line: string) => string) =>
  lines.with(place, change(lines[place] ?? ""));
