import {
  apiErrors,
  type Snapshot,
  SnapshotParam,
  SnapshotSchema,
  SnapshotsResponse,
} from "@agent-registry/protocol";
import { type ClientIp, HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import { type Address, getAddress } from "viem";
import type { DocumentPart } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { reply, replyJson } from "../../http/reply.ts";
import { sendFile } from "../../http/send-file.ts";
import { matchesEtag } from "../../http/stored-response.ts";
import type { SnapshotFolder, StoredSnapshot } from "../../snapshots/snapshot-folder.ts";
import { processErrors } from "../shared/errors.ts";
import { ATTESTED_AT, BLOCK, NOW, REGISTRY } from "../shared/examples.ts";

/** Each holds a file open for as long as its client takes. */
const MAX_DOWNLOADS = 16;
/** A client that takes its time must not take the others' places, too. */
const MAX_DOWNLOADS_OF_CLIENT = 2;
const OF_SNAPSHOT = { "Accept-Ranges": "bytes", "Cache-Control": "public, max-age=31536000, immutable" };
const LATER = { headers: { "Retry-After": "60" } };

type Deps = Pick<Register, "publicUrls"> & { snapshots?: SnapshotFolder | undefined; clientIp: ClientIp };

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

export const snapshotsDocument: DocumentPart = {
  schemas: { Snapshot: SnapshotSchema, SnapshotList: SnapshotsResponse },
  routes: [
    {
      method: "get",
      path: "/api/v1/snapshots",
      operationId: "listSnapshots",
      tag: "Following",
      summary: "Snapshots of the whole index, newest first",
      description:
        "For operators of another query API of this register: to restore one takes minutes where filling an index from the chain takes hours. Each is of a block that is final.",
      responses: {
        200: {
          description: "Not cached",
          schema: SnapshotsResponse,
          example: {
            snapshots: [
              {
                name: `index-${BLOCK.number}-9f86d081884c7d65.ndjson.zst`,
                url: `https://register.test/api/v1/snapshots/index-${BLOCK.number}-9f86d081884c7d65.ndjson.zst`,
                chainId: 84_532,
                registryAddress: REGISTRY,
                block: { ...BLOCK, timestamp: ATTESTED_AT },
                madeAt: NOW,
                bytes: 4_096,
                fileSha256: "9f86d081884c7d65a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a089",
                sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                counts: { agents: 2, filings: 7 },
              },
            ],
          } satisfies SnapshotsResponse,
        },
        404: { description: "The register keeps no snapshots" },
        ...processErrors,
      },
    },
    {
      method: "get",
      path: "/api/v1/snapshots/{name}",
      operationId: "getSnapshot",
      tag: "Following",
      hasEtag: true,
      summary: "One snapshot: NDJSON, compressed by zstd",
      description:
        "`Range` with one range of bytes gives a part, so that a download that broke off can go on; `If-Range` takes the ETag. One address can fetch two at a time; it gets 429 for more.",
      params: SnapshotParam,
      responses: {
        200: {
          description: "The file. It never changes",
          schema: "text",
          contentType: "application/zstd",
        },
        206: { description: "The part that was asked for", schema: "text", contentType: "application/zstd" },
        404: { description: "No such snapshot: `No such snapshot: <name>`" },
        416: { description: "The file has no such range" },
        503: { description: "Too many are being fetched; `Retry-After` says when to try again" },
        ...processErrors,
      },
    },
  ],
};
