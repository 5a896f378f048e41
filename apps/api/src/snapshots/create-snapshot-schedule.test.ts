import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createLogger } from "@agent-registry/service";
import { waitUntil } from "@agent-registry/testkit";
import { createSnapshotSchedule } from "./create-snapshot-schedule.ts";
import { createSnapshotFolder, type MadeFile, type SnapshotFolder } from "./snapshot-folder.ts";

const registryAddress = `0x${"4e".repeat(20)}`;
const HOUR_MS = 3_600_000;

describe("the schedule of snapshots", () => {
  let place: string;
  let folder: SnapshotFolder;
  let schedule: { stop(): Promise<void> } | undefined;
  let nowMs: number;
  let isReady: boolean;
  let isBroken: boolean;
  let tried: number;
  let failures: number;
  let looks: number;
  beforeEach(async () => {
    place = await mkdtemp(path.join(tmpdir(), "agent-registry-schedule-"));
    folder = createSnapshotFolder({ folder: place, registryAddress });
    [nowMs, isReady, isBroken, tried, failures, looks] = [1_000 * HOUR_MS, true, false, 0, 0, 0];
  });
  afterEach(async () => {
    await schedule?.stop();
    await rm(place, { recursive: true, force: true });
  });

  /** Writes a file that is half done, and fails if `isBroken`. */
  async function make(file: string): Promise<MadeFile> {
    tried += 1;
    await writeFile(file, "content");
    if (isBroken) throw new Error("No room");
    const block = { number: tried, hash: `0x${"00".repeat(32)}`, timestamp: tried };
    const digest = String(tried).padStart(64, "0");
    return { chainId: 1, registryAddress, block, counts: {}, sha256: digest, fileSha256: digest, bytes: 7 };
  }

  function start(): void {
    schedule = createSnapshotSchedule({
      folder,
      make,
      isReady() {
        looks += 1;
        return isReady;
      },
      everyMs: 24 * HOUR_MS,
      tickMs: 1,
      clock: { now: () => nowMs },
      logger: createLogger({ name: "test", level: "silent" }),
      onFailure: () => {
        failures += 1;
      },
    });
  }

  const blocks = async () => (await folder.list()).map(({ block }) => block.number);
  const waitForBlocks = (expected: number[]) =>
    waitUntil(async () => String(await blocks()) === String(expected), `snapshots ${expected}`);

  it("makes one a day, and keeps the newest three", async () => {
    start();
    for (const expected of [[1], [2, 1], [3, 2, 1], [4, 3, 2], [5, 4, 3]]) {
      await waitForBlocks(expected);
      nowMs += 24 * HOUR_MS;
    }
    await waitForBlocks([6, 5, 4]);
    await waitUntil(async () => (await readdir(place)).length === 6, "three files and their descriptions");
  });

  it("counts from the newest that another leader has made", async () => {
    await folder.add({ make, nowMs: () => nowMs });
    await writeFile(path.join(place, "unfinished-1.tmp"), "left by a crash");
    nowMs += 24 * HOUR_MS - 1;
    start();
    await waitUntil(() => looks > 3, "looks at the clock");
    assert.equal(tried, 1);
    assert.equal((await readdir(place)).length, 2, "a half file is left");
    nowMs += 1;
    await waitForBlocks([2, 1]);
  });

  it("makes none while this process does not index, or has not caught up", async () => {
    isReady = false;
    start();
    await waitUntil(() => looks > 3, "looks at whether it may");
    assert.equal(tried, 0);
    isReady = true;
    await waitForBlocks([1]);
  });

  it("leaves no half file after a failure, counts it, and tries again after ten minutes", async () => {
    isBroken = true;
    start();
    await waitUntil(() => failures === 1, "a failure");
    assert.deepEqual(await readdir(place), []);
    isBroken = false;
    nowMs += HOUR_MS / 6;
    await waitForBlocks([2]);
  });

  it("removes what a crash has left behind, and nothing that is not its own", async () => {
    const left = ["unfinished-1", "unfinished-1.tmp", "index-9-0123456789abcdef.ndjson.zst", "notes.txt"];
    for (const name of left) await writeFile(path.join(place, name), "");
    await writeFile(path.join(place, "index-8-0123456789abcdef.ndjson.zst.json"), "{}");
    assert.deepEqual(await folder.list(), []);
    start();
    await waitForBlocks([1]);
    const name = `index-1-${"0".repeat(16)}.ndjson.zst`;
    assert.deepEqual((await readdir(place)).sort(), [name, `${name}.json`, "notes.txt"]);
  });
});
