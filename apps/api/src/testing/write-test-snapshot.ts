import { writeFile } from "node:fs/promises";
import { createSnapshotFolder, type MadeFile } from "../snapshots/snapshot-folder.ts";

type Options = { folder: string; registryAddress: string };

/** A folder with one snapshot in it, of which only the description is right. */
export async function writeTestSnapshot({ folder, registryAddress }: Options) {
  const snapshots = createSnapshotFolder({ folder, registryAddress });
  const digest = "0".repeat(64);
  const made: MadeFile = {
    chainId: 1,
    registryAddress: registryAddress.toLowerCase(),
    block: { number: 1, hash: `0x${digest}`, timestamp: 1 },
    counts: {},
    sha256: digest,
    fileSha256: digest,
    bytes: 7,
  };
  const { name } = await snapshots.add({
    async make(file) {
      await writeFile(file, "content");
      return made;
    },
    nowMs: () => 0,
  });
  return { snapshots, name };
}
