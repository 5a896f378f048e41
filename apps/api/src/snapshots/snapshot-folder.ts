import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { SnapshotParam } from "@agent-registry/protocol";
import { z } from "zod";

/** Each may be some gigabytes. */
const KEPT = 3;

const MadeSchema = z.object({
  chainId: z.number().int(),
  registryAddress: z.string(),
  block: z.object({ number: z.number().int(), hash: z.string(), timestamp: z.number().int() }),
  counts: z.record(z.string(), z.number().int()),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int(),
  fileSha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const StoredSchema = MadeSchema.extend({ name: z.string(), madeAtMs: z.number() });

export type MadeFile = z.output<typeof MadeSchema>;
export type StoredSnapshot = z.output<typeof StoredSchema>;
export type SnapshotFolder = ReturnType<typeof createSnapshotFolder>;

const UNFINISHED = /^unfinished-/;
const isSnapshotName = (name: string) => SnapshotParam.safeParse({ name }).success;
const toDescription = (name: string) => `${name}.json`;

/**
 * The folder of a register's snapshots. Beside each file stands a description of it, which is written last: a file
 * without one was left by a crash, and counts for nothing.
 */
export function createSnapshotFolder(options: { folder: string; registryAddress: string }) {
  const { folder } = options;
  const registryAddress = options.registryAddress.toLowerCase();
  const at = (name: string) => path.join(folder, name);

  async function find(name: string): Promise<StoredSnapshot | undefined> {
    if (!isSnapshotName(name)) return undefined;
    try {
      const stored = StoredSchema.parse(JSON.parse(await readFile(at(toDescription(name)), "utf8")));
      return stored.name === name && stored.registryAddress === registryAddress ? stored : undefined;
    } catch {
      // Removed meanwhile, or not ours.
      return undefined;
    }
  }

  async function listNames(): Promise<string[]> {
    return readdir(folder).catch(() => []);
  }

  /** Newest first. */
  async function list(): Promise<StoredSnapshot[]> {
    const found = await Promise.all((await listNames()).filter(isSnapshotName).map(find));
    return found.filter((stored) => stored !== undefined).sort((a, b) => b.madeAtMs - a.madeAtMs);
  }

  return {
    list,
    find,

    /** Undefined if it was removed since it was found. */
    open: ({ name }: StoredSnapshot): Promise<FileHandle | undefined> =>
      open(at(name), "r").catch(() => undefined),

    /** Removes what is half done or too old. Only the leader calls it: then no other process is making a snapshot. */
    async clean(): Promise<void> {
      const kept = new Set((await list()).slice(0, KEPT).map(({ name }) => name));
      for (const file of await listNames()) {
        const name = file.replace(/\.json(?:\.tmp)?$/, "");
        const isOurs = isSnapshotName(name) || UNFINISHED.test(file);
        const isKept = kept.has(name) && !file.endsWith(".tmp");
        if (isOurs && !isKept) await rm(at(file), { force: true });
      }
    },

    /** Has a snapshot written into a file of the folder, and takes it up when it is complete. */
    async add(options: {
      make: (file: string) => Promise<MadeFile>;
      nowMs: () => number;
    }): Promise<StoredSnapshot> {
      await mkdir(folder, { recursive: true });
      const unfinished = at(`unfinished-${randomUUID()}`);
      try {
        const made = MadeSchema.parse(await options.make(unfinished));
        const name = `index-${made.block.number}-${made.fileSha256.slice(0, 16)}.ndjson.zst`;
        const stored: StoredSnapshot = { ...made, name, madeAtMs: options.nowMs() };
        await rename(unfinished, at(name));
        const description = at(toDescription(name));
        await writeFile(`${description}.tmp`, JSON.stringify(stored), { flush: true });
        await rename(`${description}.tmp`, description);
        return stored;
      } finally {
        await rm(unfinished, { force: true });
        await rm(`${unfinished}.tmp`, { force: true });
      }
    },
  };
}
