import * as z from "zod/mini";
import { AddressSchema, CountSchema, HashSchema, TimestampSchema } from "./common.ts";

/** A snapshot of the index, as a file that can be fetched and restored. */
export const SnapshotSchema = z.object({
  name: z.string().check(z.meta({ example: "index-50543793-9f86d081884c7d65.ndjson.zst" })),
  url: z.string().check(z.describe("Where the file is. It never changes, and parts of it may be asked for.")),
  chainId: CountSchema,
  registryAddress: AddressSchema,
  block: z.object({ number: CountSchema, hash: HashSchema, timestamp: TimestampSchema }),
  madeAt: TimestampSchema,
  bytes: CountSchema.check(z.describe("The size of the file, which is compressed.")),
  fileSha256: z.string().check(z.describe("Of the file.")),
  sha256: z
    .string()
    .check(
      z.describe("Of the content: all lines but the last, uncompressed. The same wherever it was made."),
    ),
  counts: z
    .record(z.string(), CountSchema)
    .check(z.meta({ description: "Rows by table.", example: { agents: 2, filings: 7 } })),
});
export type Snapshot = z.infer<typeof SnapshotSchema>;

/** In a file name nothing else is taken: no path leads out of the folder. */
export const SnapshotParam = z.object({
  name: z.string().check(z.regex(/^index-\d{1,15}-[0-9a-f]{16}\.ndjson\.zst$/)),
});

/** The snapshots that there are, newest first. */
export const SnapshotsResponse = z.object({ snapshots: z.array(SnapshotSchema) });
export type SnapshotsResponse = z.infer<typeof SnapshotsResponse>;
