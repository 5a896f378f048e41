import { SnapshotParam, SnapshotsResponse } from "@agent-registry/protocol";
import type { RouteDoc } from "@agent-registry/service";
import { processErrors } from "./errors.ts";
import * as examples from "./examples.ts";

export const snapshotRoutes: RouteDoc[] = [
  {
    method: "get",
    path: "/api/v1/snapshots",
    operationId: "listSnapshots",
    tag: "Following",
    summary: "Snapshots of the whole index, newest first",
    description:
      "For operators of another query API of this register: to restore one takes minutes where filling an index from the chain takes hours. Each is of a block that is final.",
    responses: {
      200: { description: "Not cached", schema: SnapshotsResponse, example: examples.snapshots },
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
];
