import { apiErrors, type Snapshot } from "@agent-registry/protocol";
import { type ClientIp, HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import { type Address, getAddress } from "viem";
import { matchesEtag } from "../responses/matches-etag.ts";
import { reply, replyJson } from "../responses/reply.ts";
import { sendFile } from "../responses/send-file.ts";
import type { SnapshotFolder, StoredSnapshot } from "../snapshots/snapshot-folder.ts";
import type { RouteDeps } from "./route-deps.ts";

/** Each holds a file open for as long as its client takes. */
const MAX_DOWNLOADS = 16;
/** A client that takes its time must not take the others' places, too. */
const MAX_DOWNLOADS_OF_CLIENT = 2;
const OF_SNAPSHOT = { "Accept-Ranges": "bytes", "Cache-Control": "public, max-age=31536000, immutable" };
const LATER = { headers: { "Retry-After": "60" } };

type Deps = Pick<RouteDeps, "publicUrls"> & { snapshots?: SnapshotFolder | undefined; clientIp: ClientIp };

/** The register's snapshots: which there are, and their files. */
export function snapshotRoutes({ snapshots, publicUrls, clientIp }: Deps) {
  /** The addresses of those who fetch something now, once for each download. */
  const downloads: string[] = [];

  function requireFolder(): SnapshotFolder {
    if (snapshots === undefined) throw new HttpError(404, apiErrors.keepsNoSnapshots);
    return snapshots;
  }

  async function listAll(c: Context): Promise<Response> {
    const stored = await requireFolder().list();
    return replyJson(c, 200, { snapshots: stored.map((each) => toSnapshot(each, publicUrls.api)) });
  }

  /** Returns what ends the download. */
  function begin(client: string): () => void {
    const own = downloads.filter((each) => each === client).length;
    if (own >= MAX_DOWNLOADS_OF_CLIENT)
      throw new HttpError(429, apiErrors.tooManyDownloadsOfClient(MAX_DOWNLOADS_OF_CLIENT), LATER);
    if (downloads.length >= MAX_DOWNLOADS) throw new HttpError(503, apiErrors.tooManyDownloads, LATER);
    downloads.push(client);
    return () => void downloads.splice(downloads.indexOf(client), 1);
  }

  async function sendOne(c: Context): Promise<Response> {
    const folder = requireFolder();
    const name = c.req.param("name") ?? "";
    const end = begin(clientIp(c));
    const stored = await folder.find(name);
    const handle = stored && (await folder.open(stored));
    if (stored === undefined || handle === undefined) {
      end();
      throw new HttpError(404, apiErrors.noSuchSnapshot(name));
    }
    const onEnd = () => {
      end();
      void handle.close();
    };
    const headers = { ...OF_SNAPSHOT, ETag: `"${stored.fileSha256}"` };
    if (matchesEtag(c.req.header("If-None-Match"), headers.ETag)) {
      onEnd();
      return reply(c, { status: 304, body: null, headers });
    }
    const file = { handle, size: stored.bytes, onEnd };
    return sendFile(c, file, { ...headers, "Content-Type": "application/zstd" });
  }

  return new Hono().get("/snapshots", listAll).get("/snapshots/:name", sendOne);
}

function toSnapshot(stored: StoredSnapshot, apiUrl: string): Snapshot {
  const { name, chainId, block, bytes, fileSha256, sha256, counts } = stored;
  const toTime = (ms: number) => new Date(ms).toISOString();
  return {
    name,
    url: `${apiUrl}/api/v1/snapshots/${name}`,
    chainId,
    registryAddress: getAddress(stored.registryAddress as Address),
    block: {
      ...block,
      hash: block.hash as Snapshot["block"]["hash"],
      timestamp: toTime(block.timestamp * 1000),
    },
    madeAt: toTime(stored.madeAtMs),
    bytes,
    fileSha256,
    sha256,
    counts,
  };
}
